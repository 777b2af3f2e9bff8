import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'

const program = new URL('./send-requests.ts', import.meta.url).pathname

export interface AnswerTimes {
  /** Milliseconds of each answer since the last time. */
  readonly taken: readonly number[]
  /** How many of them were not good, or did not come at all. */
  readonly failures: number
}

export interface RequestLoadOptions {
  readonly perSecond: number
  /** What is asked for, in turn. */
  readonly paths: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests at an even pace over connections that stay, from a process of its own. */
export class RequestLoad implements AsyncDisposable {
  readonly #child: ChildProcess

  constructor(url: string, { perSecond, paths, headers = {} }: RequestLoadOptions) {
    const env = { ...process.env, REQUEST_HEADERS: JSON.stringify(headers) }
    this.#child = fork(program, [url, String(perSecond), ...paths], { execArgv: [], env })
    try {
      // It is the instrument: what it waits for must be the server, never a processor.
      setPriority(this.#child.pid!, constants.priority.PRIORITY_HIGHEST)
    } catch {
      // Then the measurement takes its chances, and its repetitions.
    }
  }

  /** The answers to all that was asked since the last time. */
  async take(): Promise<AnswerTimes> {
    const answer = once(this.#child, 'message') as Promise<[AnswerTimes]>
    this.#child.send('take')
    const [times] = await answer
    return times
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
