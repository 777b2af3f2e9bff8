import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pack } from './pack.ts'

// Each package is compiled against the built declarations of those before it.
const packagesInOrder = ['model', 'core', 'client', 'server']
const root = join(import.meta.dirname, '..')
const compiler = join(root, 'node_modules', '.bin', 'tsc')

function fail(message: string): never {
  process.stderr.write(`build: ${message}\n`)
  process.exit(1)
}

function buildPackage(name: string): void {
  const folder = join(root, 'packages', name)
  const { status, error } = spawnSync(compiler, ['--project', join(folder, 'tsconfig.build.json')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (error !== undefined) fail(`the compiler did not start: ${error.message}`)
  if (status !== 0) fail(`packages/${name} does not compile`)
  if (!existsSync(join(folder, 'dist', 'index.js'))) fail(`packages/${name}/dist has no index.js`)
  // A published package carries its licence; dist/ is all that is published.
  for (const file of ['LICENSE', 'NOTICE']) copyFileSync(join(root, file), join(folder, 'dist', file))
}

function makeExecutable(path: string): void {
  if (!readFileSync(path, 'utf8').startsWith('#!/usr/bin/env node\n')) fail(`${path} lacks its first line`)
  chmodSync(path, 0o755)
}

const startedAt = performance.now()
for (const name of packagesInOrder) {
  rmSync(join(root, 'packages', name, 'dist'), { recursive: true, force: true })
}
for (const name of packagesInOrder) buildPackage(name)
const program = join(root, 'packages', 'server', 'dist', 'cli', 'main.js')
// Metrics are loaded when they are first asked for, so they stay outside.
pack(root, program, ['prom-client'])
makeExecutable(program)
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
process.stdout.write(`build: ${packagesInOrder.join(', ')} in ${seconds} s\n`)
