import { spawn, type ChildProcess } from 'node:child_process'
import { BenchError } from '../bench-error.ts'
import { withDeadline } from '../deadline.ts'
import { pinnedCommand } from './process-probe.ts'

export interface ServerCommand {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Reads the port from the output so far; `undefined` while it is missing. */
  readonly readPort: (output: string) => number | undefined
  readonly limitMs: number
}

export interface ServerProcess {
  readonly pid: number
  readonly port: number
  /** `performance.now()` when the process was started. */
  readonly startedAt: number
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
const keptOutput = 8192

const endAll = (): void => {
  for (const child of running) child.kill('SIGKILL')
}

process.on('exit', endAll)

/** The URL that our server and the bare engines print when they listen. */
export const readAddress = (output: string): number | undefined => {
  const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]
  return port === undefined ? undefined : Number(port)
}

const listening = (child: ChildProcess, { command, readPort }: ServerCommand): Promise<number> =>
  new Promise((resolve, reject) => {
    let output = ''
    const read = (part: Buffer): void => {
      output = (output + part.toString()).slice(-keptOutput)
      const port = readPort(output)
      if (port !== undefined) resolve(port)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('error', reject)
    child.on('exit', (code) => {
      reject(
        new BenchError(`${command.join(' ')} ended with ${code} before it listened: ${output.slice(-600)}`),
      )
    })
  })

/** Starts a server on the target's core and waits until it listens. */
export const startServer = async (options: ServerCommand): Promise<ServerProcess> => {
  const [file = '', ...args] = pinnedCommand(options.command)
  const startedAt = performance.now()
  const child = spawn(file, args, {
    cwd: options.cwd,
    env: { ...process.env, NODE_ENV: 'production', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => {
      running.delete(child)
      resolve()
    })
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await withDeadline('The end of a killed target', 5000, ended)
  }
  try {
    const port = await withDeadline(
      `Start of ${options.command.join(' ')}`,
      options.limitMs,
      listening(child, options),
    )
    return { pid: child.pid ?? 0, port, startedAt, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
