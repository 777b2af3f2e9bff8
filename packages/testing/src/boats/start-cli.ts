import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPlugins } from 'marinedata/default-plugins'
import type { ServerOptions } from 'marinedata/start-server'
import { BoatStore } from 'marinedata/boat-store'

type Settings = ServerOptions['settings']

/** The bundled program: it starts in half the time, and its plugins in a tenth. */
const main = new URL('../../../server/dist/cli/main.js', import.meta.url).pathname

// The test scripts bundle it first. For a test file that is run by hand it is bundled here, if it is out of date.
if (process.env['npm_lifecycle_event'] === undefined)
  execFileSync(process.execPath, [new URL('../../../../scripts/build-programs.ts', import.meta.url).pathname])

const patienceMs = 120_000

export interface CliEnd {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const started = (args: readonly string[], nodeOptions: readonly string[] = [], cwd?: string): ChildProcess =>
  spawn(process.execPath, [...nodeOptions, main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(cwd !== undefined && { cwd }),
  })

const textOf = (child: ChildProcess, name: 'stdout' | 'stderr'): (() => string) => {
  let text = ''
  child[name]!.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return () => text
}

/** Runs the command to its end, or kills it after the time limit. */
export const runCli = (...args: readonly string[]): Promise<CliEnd> => runCliIn(process.cwd(), ...args)

/** The same, in that folder. */
export const runCliIn = async (cwd: string, ...args: readonly string[]): Promise<CliEnd> => {
  const child = started(args, [], cwd)
  const deadline = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  const stdout = textOf(child, 'stdout')
  const stderr = textOf(child, 'stderr')
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(deadline)
  return { code, stdout: stdout(), stderr: stderr() }
}

/** A temporary folder. */
export const temporaryFolder = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await mkdtemp(join(tmpdir(), 'marinedata-test-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

export interface RunningCli extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly child: ChildProcess
  readonly stderr: () => string
  /** The output so far. */
  readonly stdout: () => string
  /** Waits until the output matches; returns the first group of the pattern. */
  printed(pattern: RegExp): Promise<string>
  /** Sends the signal and returns the result. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>
}

export interface StartCliOptions {
  /** Written to the data folder; existing settings stay when absent. */
  readonly settings?: Settings
  /** Options of Node, before the command. */
  readonly nodeOptions?: readonly string[]
  /** Additional arguments of the command, such as `--plugin PATH`. */
  readonly words?: readonly string[]
  /** Whether the boat is closed; open by default. */
  readonly isOpen?: boolean
  /** An existing data folder, which is not removed. */
  readonly folder?: string
  /** Runs the plugins of the folder and the built-in ones; when absent, only if the arguments are about plugins. */
  readonly hasPlugins?: boolean
}

/** Disables the built-in plugins, so that only named ones run. */
export const switchOffUsual = (folder: string): void => {
  using store = new BoatStore(folder)
  for (const name of defaultPlugins) void store.plugins.decide(name, { isEnabled: false })
}

/** Disables announcements, so that no test sends to the networks of the machine. */
const alone: Settings = { announce: { plotters: false } }

/** Arguments with which the command itself decides about plugins. */
const pluginWords = new Set(['--plugin', '--safe', 'plugin', 'demo'])

const printedBy = (child: ChildProcess): Pick<RunningCli, 'stdout' | 'stderr' | 'printed'> => {
  const stdout = textOf(child, 'stdout')
  const stderr = textOf(child, 'stderr')
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`${reason}: ${stdout()}${stderr()}`))
      const deadline = setTimeout(() => fail(`${pattern.source} was not printed`), patienceMs)
      const look = (): void => {
        const found = pattern.exec(stdout())?.[1]
        if (found === undefined) return
        clearTimeout(deadline)
        child.stdout!.off('data', look)
        resolve(found)
      }
      child.stdout!.on('data', look)
      child.once('exit', (code) => {
        clearTimeout(deadline)
        fail(`The server ended with ${code}`)
      })
      look()
    })
  return { stdout, stderr, printed }
}

/** Returns the arguments that the command gets besides the words of the test. */
const mannerOf = ({
  words = [],
  isOpen = true,
  hasPlugins = words.some((word) => pluginWords.has(word)),
}: StartCliOptions): string[] => [...(isOpen ? ['--open'] : []), ...(hasPlugins ? [] : ['--safe'])]

/** Starts the real command in a process on a free port, with a temporary data folder unless one is given. */
export const startCli = async (options: StartCliOptions = {}): Promise<RunningCli> => {
  const { settings, nodeOptions = [], words = [], folder } = options
  await using stack = new AsyncDisposableStack()
  const data = folder ?? stack.use(await temporaryFolder()).path
  if (folder === undefined && words.includes('--plugin')) switchOffUsual(data)
  if (settings !== undefined)
    await writeFile(join(data, 'settings.json'), JSON.stringify({ ...alone, ...settings }))
  const child = started(['--port', '0', '--data', data, ...mannerOf(options), ...words], nodeOptions)
  const ended = once(child, 'exit') as Promise<[number | null]>
  stack.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const output = printedBy(child)
  const url = await output.printed(/listening on (\S+) /)
  const running = stack.move()
  return {
    url,
    pid: child.pid!,
    child,
    ...output,
    end: async (signal) => {
      const askedAt = performance.now()
      child.kill(signal)
      const [code] = await ended
      return { code, ms: performance.now() - askedAt }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
