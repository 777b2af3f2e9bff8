/**
 * Installs the packed client into an empty folder as an app developer would. Compiles a program against its types with
 * TypeScript 5.9 and 7, without `skipLibCheck`, and runs one in Node, Deno and Bun against a simulated boat. Prints one
 * JSON line each. Requires `npm run build` and a registry.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleSizes } from '../../scripts/client/bundle-sizes.ts'

const root = join(import.meta.dirname, '../..')
const sources = join(import.meta.dirname, 'app')
const patienceMs = 300_000
const run = promisify(execFile)

const others = [
  'typescript-5.9@npm:typescript@5.9.3',
  'typescript-7@npm:typescript@7.0.2',
  '@types/node@24.19.2',
  'deno@2.9.6',
  'bun@1.4.4',
]

const expected = {
  changes: Array.from({ length: 2 }, () => ['navigation.speedOverGround', 'number']),
  hasPosition: true,
  source: 'simulator.gps',
  refused: 'invalid-value',
  missing: 'not-found',
  token: 'mdt_',
}

const failures: string[] = []
const report = (trial: string, pass: boolean, more: object = {}): void => {
  if (!pass) failures.push(trial)
  console.log(JSON.stringify({ trial, pass, ...more }))
}

/** An empty folder with the packed client and nothing of this repository. */
const install = async (folder: string): Promise<void> => {
  const workspaces = ['packages/model', 'packages/client'].flatMap((name) => ['--workspace', name])
  await run('npm', ['pack', '--silent', '--pack-destination', folder, ...workspaces], { cwd: root })
  const tarballs = readdirSync(folder).map((name) => join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const words = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs, ...others]
  await run('npm', words, { cwd: folder, timeout: patienceMs })
  for (const name of readdirSync(sources)) copyFileSync(join(sources, name), join(folder, name))
}

const compile = async (folder: string, compiler: string, platform: 'node' | 'browser'): Promise<void> => {
  const options = {
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable', ...(platform === 'browser' ? ['dom', 'dom.iterable'] : [])],
    types: platform === 'node' ? ['node'] : [],
    module: platform === 'node' ? 'nodenext' : 'preserve',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  }
  const project = join(folder, `tsconfig.${compiler}.${platform}.json`)
  writeFileSync(project, JSON.stringify({ compilerOptions: options, files: ['program.ts'] }))
  const program = join(folder, 'node_modules', compiler, 'bin', 'tsc')
  const trial = `${compiler}, ${platform}`
  try {
    await run(process.execPath, [program, '--project', project], { cwd: folder, timeout: patienceMs })
    report(trial, true, { skipLibCheck: false })
  } catch (error) {
    report(trial, false, { output: String((error as { stdout?: string }).stdout ?? error).slice(0, 2_000) })
  }
}

/** The programs of the runtimes. Their packages on npm contain a binary for each platform. */
const runtimes = (folder: string): Readonly<Record<string, readonly string[]>> => {
  const binary = (pattern: string): string =>
    globSync(join(folder, 'node_modules', pattern))[0] ?? `${pattern} is not installed`
  return {
    node: [process.execPath],
    deno: [binary('@deno/linux-*/deno'), 'run', '--allow-net', '--allow-read', '--allow-env'],
    bun: [binary('@oven/bun-linux-{x64,aarch64}/bin/bun'), 'run'],
  }
}

const tryRuntime = async (
  name: string,
  [program = '', ...words]: readonly string[],
  { folder, url }: { readonly folder: string; readonly url: string },
): Promise<void> => {
  try {
    const { stdout } = await run(program, [...words, join(folder, 'app.ts'), url, name], {
      cwd: folder,
      timeout: patienceMs,
    })
    const isRight = JSON.stringify(JSON.parse(stdout)) === JSON.stringify(expected)
    report(name, isRight, isRight ? {} : { stdout })
  } catch (error) {
    report(name, false, { error: String(error).slice(0, 2_000) })
  }
}

/** A boat under way, on a port that is free. */
const startDemo = async (): Promise<{ readonly url: string; readonly child: ChildProcess }> => {
  const main = join(root, 'packages/server/dist/cli/main.js')
  const child = spawn(process.execPath, [main, 'demo', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
    if (url !== undefined && printed.includes('under way')) {
      child.stdout.resume()
      return { url, child }
    }
  }
  throw new Error(`The demo ended: ${printed}`)
}

const folder = mkdtempSync(join(tmpdir(), 'marinedata-client-'))
let demo: ChildProcess | undefined
try {
  await install(folder)
  for (const compiler of ['typescript-5.9', 'typescript-7'])
    for (const platform of ['node', 'browser'] as const) await compile(folder, compiler, platform)
  const { url, child } = await startDemo()
  demo = child
  for (const [name, words] of Object.entries(runtimes(folder))) await tryRuntime(name, words, { folder, url })
  for (const { uses, ...size } of bundleSizes())
    report(`size: ${uses}`, uses !== 'stream' || size.gzip <= 8_000, size)
} finally {
  if (demo !== undefined && demo.exitCode === null) {
    const ended = once(demo, 'exit')
    demo.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}
console.log(failures.length === 0 ? 'client: all trials passed' : `client: failed: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
