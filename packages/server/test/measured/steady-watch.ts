import type { SentDelta } from '@marinedata/model'
import { StreamListener } from '@marinedata/testing/stream-listener'

/** What was received from the steady plugin during faults of another. */
export interface ReceivedCounts {
  readonly count: number
  /** Numbers that were missing, duplicated or out of order. */
  readonly missed: number
  readonly longestGapMs: number
}

const path = 'steady.count'

/** Receives the counter of the steady plugin on the stream. */
export class SteadyWatch implements AsyncDisposable {
  readonly #listener: StreamListener
  #last: { readonly value: number; readonly at: number } | undefined
  #received = { count: 0, missed: 0, longestGapMs: 0 }

  private constructor(listener: StreamListener) {
    this.#listener = listener
    listener.socket.removeAllListeners('message')
    listener.socket.on('message', (data) => {
      const { updates = [], conflated = false } = JSON.parse(
        (data as Buffer).toString(),
      ) as Partial<SentDelta>
      // A busy server sends only the latest values and says so: then numbers may be missing.
      if (conflated) this.#last = undefined
      for (const { values = [] } of updates)
        // A value that becomes stale is sent again.
        for (const { value, stale = false } of values) if (!stale) this.#take(value as number)
    })
  }

  static async open(url: string): Promise<SteadyWatch> {
    const listener = await StreamListener.open(url, '?subscribe=none')
    const watch = new SteadyWatch(listener)
    listener.send({ sendCachedValues: false, subscribe: [{ path }] })
    return watch
  }

  /** The results since the last call; an open gap counts. */
  take(): ReceivedCounts {
    const openGapMs = this.#last === undefined ? Infinity : performance.now() - this.#last.at
    const received = { ...this.#received, longestGapMs: Math.max(this.#received.longestGapMs, openGapMs) }
    this.#received = { count: 0, missed: 0, longestGapMs: 0 }
    return received
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listener[Symbol.asyncDispose]()
  }

  #take(value: number): void {
    const now = performance.now()
    const { count, missed, longestGapMs } = this.#received
    const isNext = this.#last === undefined || value === this.#last.value + 1
    this.#received = {
      count: count + 1,
      missed: missed + Number(!isNext),
      longestGapMs: Math.max(longestGapMs, now - (this.#last?.at ?? now)),
    }
    this.#last = { value, at: now }
  }
}
