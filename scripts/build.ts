import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fillCompileCache } from './fill-compile-cache.ts'
import { loadedOnDemand, pack } from './pack.ts'

const root = join(import.meta.dirname, '..')
const compiler = join(root, 'node_modules', '.bin', 'tsc')

const foldersIn = (folder: string): string[] =>
  existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => join(folder, name)) : []

const isBuilt = (folder: string): boolean => existsSync(join(root, folder, 'tsconfig.build.json'))

// Each package is compiled against the built declarations of the packages before it.
const foldersInOrder = [
  'packages/model',
  'packages/core',
  'packages/plugin-api',
  'packages/client',
  'packages/ais',
  'packages/history',
  'packages/uplink-protocol',
  'packages/nmea0183',
  'packages/inputs',
  'packages/nmea2000',
  'packages/pilot-simulators',
  'packages/create',
  'packages/create-marinedata-plugin',
  'packages/create-marinedata-app',
  ...foldersIn('plugins').filter(isBuilt),
  'packages/server',
]

function fail(message: string): never {
  process.stderr.write(`build: ${message}\n`)
  process.exit(1)
}

function buildPackage(name: string): void {
  const folder = join(root, name)
  const { status, error } = spawnSync(compiler, ['--project', join(folder, 'tsconfig.build.json')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (error !== undefined) fail(`the compiler did not start: ${error.message}`)
  if (status !== 0) fail(`${name} does not compile`)
  const main = name === 'packages/server' ? 'cli/main.js' : 'index.js'
  if (!existsSync(join(folder, 'dist', main))) fail(`${name}/dist has no ${main}`)
  // A published package contains its licence.
  for (const file of ['LICENSE', 'NOTICE']) copyFileSync(join(root, file), join(folder, file))
}

function makeExecutable(path: string): void {
  if (!readFileSync(path, 'utf8').startsWith('#!/usr/bin/env node\n')) fail(`${path} lacks its first line`)
  chmodSync(path, 0o755)
}

const startedAt = performance.now()
for (const name of foldersInOrder) rmSync(join(root, name, 'dist'), { recursive: true, force: true })
for (const name of foldersInOrder) buildPackage(name)
// Bundled into one file each, plugins need half the memory and no other package. Built before the shared packages are
// bundled, or they would contain those twice.
for (const folder of foldersIn('plugins').filter(isBuilt))
  pack({ root, file: join(root, folder, 'dist/index.js') })
// The simulators are a program of their own: they contain packages of plugins, and no boat loads them.
const simulators = 'packages/server/dist/cli/simulate/run-simulate.js'
pack({ root, file: join(root, simulators) })
// The package is one file without dependencies, so that creating a project installs nothing else.
for (const name of ['plugin', 'app']) {
  const creator = join(root, `packages/create-marinedata-${name}/dist/index.js`)
  pack({ root, file: creator })
  makeExecutable(creator)
}
// What every plugin's process loads. Hosts and tests load the rest of the package unbundled.
pack({ root, file: join(root, 'packages/plugin-api/dist/index.js') })
// The program itself is a few lines that load the rest through the compile cache.
const program = join(root, 'packages/server/dist/cli/main.js')
const commands = join(root, 'packages/server/dist/cli/run-command.js')
pack({ root, file: commands, external: [...loadedOnDemand, './simulate/run-simulate.js'] })
// The writer thread and the process that reads charts are started from their own files.
pack({ root, file: join(root, 'packages/server/dist/storage/writer/writer-thread.js') })
pack({ root, file: join(root, 'packages/server/dist/charts/mbtiles-process.js') })
// So is the process that checks settings.
pack({ root, file: join(root, 'packages/server/dist/plugin-host/schemas/schema-process.js') })
makeExecutable(program)
await fillCompileCache(program).catch((error: Error) => fail(error.message))
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
const names = foldersInOrder.map((folder) => basename(folder))
process.stdout.write(`build: ${names.join(', ')} in ${seconds} s\n`)
