import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../src/settings/settings.ts'

const main = new URL('../src/cli/main.ts', import.meta.url).pathname

const patienceMs = 10_000

export interface CliEnd {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const started = (args: readonly string[], nodeOptions: readonly string[] = [], cwd?: string): ChildProcess =>
  spawn(process.execPath, ['--conditions=@marinedata/source', ...nodeOptions, main, ...args], {
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

/** Runs the command to its end; one that does not come to it is ended. */
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

/** A folder for the time of a test. */
export const temporaryFolder = async (): Promise<AsyncDisposable & { readonly path: string }> => {
  const path = await mkdtemp(join(tmpdir(), 'marinedata-test-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

export interface RunningCli extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly child: ChildProcess
  readonly stderr: () => string
  /** Sends the signal and gives what became of it. */
  end(signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>
}

export interface StartCliOptions {
  readonly settings?: Settings
  /** Options of Node itself, before the command. */
  readonly nodeOptions?: readonly string[]
  /** More words for the command, such as `--plugin PATH`. */
  readonly words?: readonly string[]
  /** A data folder that is there already, and stays. */
  readonly folder?: string
}

const addressFrom = (child: ChildProcess, stderr: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    const stdout = textOf(child, 'stdout')
    child.stdout!.on('data', () => {
      const url = /listening on (\S+) /.exec(stdout())?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${stderr()}`)))
  })

/** The real command in a process of its own, on a free port, with a data folder that goes with it unless one is given. */
export const startCli = async ({
  settings = {},
  nodeOptions = [],
  words = [],
  folder,
}: StartCliOptions = {}): Promise<RunningCli> => {
  await using stack = new AsyncDisposableStack()
  const data = folder ?? stack.use(await temporaryFolder()).path
  await writeFile(join(data, 'settings.json'), JSON.stringify(settings))
  const child = started(['--port', '0', '--data', data, ...words], nodeOptions)
  const ended = once(child, 'exit') as Promise<[number | null]>
  stack.defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const stderr = textOf(child, 'stderr')
  const url = await addressFrom(child, stderr)
  const running = stack.move()
  return {
    url,
    pid: child.pid!,
    child,
    stderr,
    end: async (signal) => {
      const askedAt = performance.now()
      child.kill(signal)
      const [code] = await ended
      return { code, ms: performance.now() - askedAt }
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
