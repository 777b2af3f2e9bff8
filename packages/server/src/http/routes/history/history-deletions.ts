import type { HistoryForgotten } from '@marinedata/model'

/** Shorter than the timeouts of clients and proxies. */
const waitMs = 10_000

/** Running deletions. Each continues after its caller disconnects: half of it would be neither deleted nor kept. */
export class HistoryDeletions {
  readonly #runningByRange = new Map<string, Promise<HistoryForgotten>>()

  /**
   * Starts a deletion, or waits for the one of the same range.
   * @returns undefined when it takes longer than a request should
   */
  async run(range: string, start: () => Promise<HistoryForgotten>): Promise<HistoryForgotten | undefined> {
    const running = this.#runningByRange.get(range) ?? this.#start(range, start)
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(() => resolve(undefined), waitMs)
    try {
      return await Promise.race([running, late])
    } finally {
      clearTimeout(timer)
    }
  }

  #start(range: string, start: () => Promise<HistoryForgotten>): Promise<HistoryForgotten> {
    const running = start().finally(() => this.#runningByRange.delete(range))
    this.#runningByRange.set(range, running)
    // A failure reaches those who wait. Without them, the next request starts again.
    running.catch(() => undefined)
    return running
  }
}
