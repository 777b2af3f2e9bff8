import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { PairedTimes } from './judgement.ts'

const program = new URL('./send-requests.ts', import.meta.url).pathname

export interface AnswerTimes extends PairedTimes {
  /** How many answers of the server were not good, or did not come at all. */
  readonly failures: number
}

export interface RequestLoadOptions {
  readonly perSecond: number
  /** What is asked for, in turn. */
  readonly paths: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests at an even pace to the server and to the control alike, over connections that stay, from a process of its own. */
export class RequestLoad implements AsyncDisposable {
  readonly #child: ChildProcess

  constructor(urls: { readonly server: string; readonly control: string }, options: RequestLoadOptions) {
    const { perSecond, paths, headers = {} } = options
    const env = { ...process.env, REQUEST_HEADERS: JSON.stringify(headers) }
    const words = [urls.server, urls.control, String(perSecond), ...paths]
    this.#child = fork(program, words, { execArgv: [], env })
    try {
      // It is the instrument: what it waits for must be the server, never a processor.
      setPriority(this.#child.pid!, constants.priority.PRIORITY_HIGHEST)
    } catch {
      // Without the right to do so both sides are measured late alike.
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
