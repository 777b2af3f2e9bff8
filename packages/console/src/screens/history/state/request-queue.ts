/** Sends one request at a time. A newer request of the same kind aborts the older one, or takes its place. */
export class RequestQueue implements Disposable {
  readonly #abortByKind = new Map<string, AbortController>()
  #last: Promise<unknown> = Promise.resolve()

  /** @returns the response; undefined if a newer request has replaced this one, or the queue has ended */
  ask<Response>(
    kind: string,
    request: (signal: AbortSignal) => Promise<Response>,
  ): Promise<Response | undefined> {
    this.#abortByKind.get(kind)?.abort()
    const abort = new AbortController()
    this.#abortByKind.set(kind, abort)
    const asking = this.#send(abort.signal, this.#last, request)
    this.#last = asking.catch(() => undefined)
    return asking
  }

  [Symbol.dispose](): void {
    for (const abort of this.#abortByKind.values()) abort.abort()
  }

  async #send<Response>(
    signal: AbortSignal,
    before: Promise<unknown>,
    request: (signal: AbortSignal) => Promise<Response>,
  ): Promise<Response | undefined> {
    await before
    if (signal.aborted) return undefined
    try {
      const response = await request(signal)
      return signal.aborted ? undefined : response
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }
}
