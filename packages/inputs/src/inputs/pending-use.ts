import { waitOrAbort } from '#wait.ts'

/** Long enough to try every speed. */
const answerMs = 9_000

/** The wait of people who chose an input, until it works or is known not to. They wait together. */
export class PendingUse {
  #waiting: PromiseWithResolvers<void> | undefined

  get isWaiting(): boolean {
    return this.#waiting !== undefined
  }

  /**
   * Starts to wait, before the input is opened. The result resolves when the input works.
   * @param signal aborted when the caller does not wait any more
   * @param late the error when nothing is known in time
   */
  begin(signal: AbortSignal, late: () => Error): () => Promise<void> {
    this.#waiting ??= Promise.withResolvers<void>()
    const { promise } = this.#waiting
    // A caller that stops waiting does not handle the rejection.
    promise.catch(() => undefined)
    return async () => {
      const over = new AbortController()
      const timeout = async (): Promise<never> => {
        await waitOrAbort(AbortSignal.any([signal, over.signal]), answerMs)
        throw late()
      }
      try {
        await Promise.race([promise, timeout()])
      } finally {
        over.abort()
      }
    }
  }

  /** Ends the wait: with an error when the input does not work. */
  settle(error?: Error): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (error === undefined) waiting?.resolve()
    else waiting?.reject(error)
  }
}
