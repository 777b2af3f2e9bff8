/**
 * Installs the packed client into an empty folder as an app developer would. Compiles a program against its types with
 * TypeScript 5.9 and 7, without `skipLibCheck`, and runs one in Node, Deno and Bun against a simulated boat. Requires a registry.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runCases, type CaseRuns, type Report } from '../runner/run-cases.ts'
import type { CaseResult, Trial, TrialContext } from '../runner/trial.ts'
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

interface Compilation {
  readonly folder: string
  readonly compiler: string
  readonly platform: 'node' | 'browser'
}

const compile = async ({ folder, compiler, platform }: Compilation, report: Report): Promise<void> => {
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
  try {
    await run(process.execPath, [program, '--project', project], { cwd: folder, timeout: patienceMs })
    report(true, { skipLibCheck: false })
  } catch (error) {
    report(false, { output: String((error as { stdout?: string }).stdout ?? error).slice(0, 2_000) })
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

interface AppRun {
  readonly name: string
  readonly folder: string
  readonly url: string
}

const tryRuntime = async ({ name, folder, url }: AppRun, report: Report): Promise<void> => {
  const [program = '', ...words] = runtimes(folder)[name] ?? []
  const { stdout } = await run(program, [...words, join(folder, 'app.ts'), url, name], {
    cwd: folder,
    timeout: patienceMs,
  })
  const isRight = JSON.stringify(JSON.parse(stdout)) === JSON.stringify(expected)
  report(isRight, isRight ? {} : { stdout })
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

const compilations = ['typescript-5.9', 'typescript-7'].flatMap((compiler) =>
  (['node', 'browser'] as const).map((platform) => ({ compiler, platform })),
)
const runtimeNames = ['node', 'deno', 'bun']

/** A folder with the packed client, and a boat for the programs in it. */
class InstalledClient implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-client-'))
  #demo: Awaited<ReturnType<typeof startDemo>> | undefined

  async url(): Promise<string> {
    this.#demo ??= await startDemo()
    return this.#demo.url
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#demo?.child
    if (child !== undefined && child.exitCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const runsOf = (client: InstalledClient): CaseRuns => ({
  ...Object.fromEntries(
    compilations.map(({ compiler, platform }) => [
      `types/${compiler}-${platform}`,
      (report: Report) => compile({ folder: client.folder, compiler, platform }, report),
    ]),
  ),
  ...Object.fromEntries(
    runtimeNames.map((name) => [
      `runtime/${name}`,
      async (report: Report) => tryRuntime({ name, folder: client.folder, url: await client.url() }, report),
    ]),
  ),
  size: (report) => {
    for (const { uses, ...size } of bundleSizes())
      report(uses !== 'stream' || size.gzip <= 8_000, { uses, ...size })
  },
})

async function* tryClient(context: TrialContext): AsyncGenerator<CaseResult, void> {
  await using client = new InstalledClient()
  context.note('packs and installs the client')
  await install(client.folder)
  yield* runCases(context, runsOf(client))
}

const limits = { short: 120, full: 300 }

export const trial: Trial = {
  name: 'client',
  sentence:
    'Installs the packed client in an empty folder, compiles a program against it, and runs one in Node, Deno and Bun.',
  covers: ['packages/client', 'packages/model'],
  needs: ['dist'],
  cases: {
    ...Object.fromEntries(
      compilations.map(({ compiler, platform }) => [`types/${compiler}-${platform}`, limits]),
    ),
    ...Object.fromEntries(runtimeNames.map((name) => [`runtime/${name}`, limits])),
    size: limits,
  },
  run: tryClient,
}
