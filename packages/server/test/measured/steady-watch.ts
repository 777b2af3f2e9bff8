import type { SentDelta } from '@marinedata/model'
import { StreamListener } from '../stream-listener.ts'

/** What was received from the steady plugin during faults of another. */
export interface HeardCounts {
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
  #heard = { count: 0, missed: 0, longestGapMs: 0 }

  private constructor(listener: StreamListener) {
    this.#listener = listener
    listener.socket.removeAllListeners('message')
    listener.socket.on('message', (data) => {
      const { updates = [], conflated = false } = JSON.parse(
        (data as Buffer).toString(),
      ) as Partial<SentDelta>
      // A busy server sends only the latest values and says so: then numbers may be missing.
      if (conflated) this.#last = undefined
      for (const { values = [] } of updates) for (const { value } of values) this.#hear(value as number)
    })
  }

  static async open(url: string): Promise<SteadyWatch> {
    const listener = await StreamListener.open(url, '?subscribe=none')
    const watch = new SteadyWatch(listener)
    listener.send({ sendCachedValues: false, subscribe: [{ path }] })
    return watch
  }

  /** The results since the last call; an open gap counts. */
  take(): HeardCounts {
    const openGapMs = this.#last === undefined ? Infinity : performance.now() - this.#last.at
    const heard = { ...this.#heard, longestGapMs: Math.max(this.#heard.longestGapMs, openGapMs) }
    this.#heard = { count: 0, missed: 0, longestGapMs: 0 }
    return heard
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listener[Symbol.asyncDispose]()
  }

  #hear(value: number): void {
    const now = performance.now()
    const { count, missed, longestGapMs } = this.#heard
    const isNext = this.#last === undefined || value === this.#last.value + 1
    this.#heard = {
      count: count + 1,
      missed: missed + Number(!isNext),
      longestGapMs: Math.max(longestGapMs, now - (this.#last?.at ?? now)),
    }
    this.#last = { value, at: now }
  }
}
