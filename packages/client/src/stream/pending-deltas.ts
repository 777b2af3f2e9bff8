import { isProblemCode, MarineDataError } from '@marinedata/model'
import type { StreamProblem } from './stream-frame.ts'

interface PendingDelta {
  readonly resolve: () => void
  readonly reject: (error: MarineDataError) => void
  readonly timer: ReturnType<typeof setTimeout>
}

const mostPending = 1_000

const unconfirmed = (message: string): MarineDataError => new MarineDataError('unconfirmed', message)

const errorOf = ({ code, detail, errors }: StreamProblem): MarineDataError =>
  // A newer server may have codes that this client does not know.
  new MarineDataError(isProblemCode(code) ? code : 'bad-request', detail, {
    ...(errors !== undefined && { errors }),
  })

/** Deltas that wait for the response of the server, by their request id. */
export class PendingDeltas {
  readonly #pending = new Map<string, PendingDelta>()
  #count = 0

  /**
   * Sends with a new request id and waits for the response.
   * @param send returns whether it was sent
   * @throws MarineDataError the problem of the server, `busy` when it was not sent, or `unconfirmed` without a response
   */
  async confirm(send: (requestId: string) => boolean, timeoutMs: number): Promise<void> {
    const id = `delta-${++this.#count}`
    if (this.#pending.size >= mostPending || !send(id))
      throw new MarineDataError('busy', 'The delta was not sent: the stream is not open, or cannot keep up')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(unconfirmed(`No response within ${timeoutMs} ms`)), timeoutMs)
    this.#pending.set(id, { resolve, reject, timer })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#pending.delete(id)
    }
  }

  /** Takes a response. Returns whether a delta waited for it. */
  settle(requestId: string | undefined, problem?: StreamProblem): boolean {
    const pending = requestId === undefined ? undefined : this.#pending.get(requestId)
    if (problem === undefined) pending?.resolve()
    else pending?.reject(errorOf(problem))
    return pending !== undefined
  }

  /** The connection has ended: nobody knows what the server has received. */
  end(): void {
    for (const { reject } of this.#pending.values())
      reject(unconfirmed('The connection ended before the response'))
  }
}
