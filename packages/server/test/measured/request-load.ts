import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { PairedTimes } from '@marinedata/testing/measured/judgement'

const program = new URL('./send-requests.ts', import.meta.url).pathname

export interface AnswerTimes extends PairedTimes {
  /** The number of failed or missing responses of the server. */
  readonly failures: number
}

export interface RequestLoadOptions {
  readonly perSecond: number
  /** The requested paths, in turn. */
  readonly paths: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests at a constant rate to the server and the control, over persistent connections, from its own process. */
export class RequestLoad implements AsyncDisposable {
  readonly #child: ChildProcess

  constructor(urls: { readonly server: string; readonly control: string }, options: RequestLoadOptions) {
    const { perSecond, paths, headers = {} } = options
    const env = { ...process.env, REQUEST_HEADERS: JSON.stringify(headers) }
    const words = [urls.server, urls.control, String(perSecond), ...paths]
    this.#child = fork(program, words, { execArgv: [], env })
    try {
      // Raises the priority: the measuring process must wait for the server, never for the processor.
      setPriority(this.#child.pid!, constants.priority.PRIORITY_HIGHEST)
    } catch {
      // Without the permission both sides are delayed alike.
    }
  }

  /** The responses to all requests since the last call. */
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
