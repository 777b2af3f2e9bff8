import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

interface ProbedServer {
  readonly url: string
  readonly pid: number
}

export interface ProbedServers {
  readonly attacked: ProbedServer
  readonly control: ProbedServer
}

/** What was measured since the reading before. Times are without the time in which the machine was busy. */
export interface Reading {
  readonly asks: number
  readonly longestMs: number
  readonly controlLongestMs: number
  /** Memory of the server, its children and the commands of the trial. */
  readonly peakBytes: number
  /** Answers that took longer than 100 ms, and three times as long as those of the control. */
  readonly slow: number
}

/** A server without its functions, which cannot be sent to a thread. */
const named = ({ url, pid }: ProbedServer): ProbedServer => ({ url, pid })

/** Asks a server and a control for `/health` all the time, in a thread of its own. */
export class HealthProbe implements AsyncDisposable {
  readonly #thread: Worker

  constructor({ attacked, control }: ProbedServers) {
    const workerData: ProbedServers = { attacked: named(attacked), control: named(control) }
    this.#thread = new Worker(new URL('probe-thread.ts', import.meta.url), { workerData })
  }

  /** Resolves after the answer that is pending now. */
  async read(): Promise<Reading> {
    this.#thread.postMessage('read')
    // The thread answers with a reading.
    const [reading] = (await once(this.#thread, 'message')) as [Reading]
    return reading
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.terminate()
  }
}
