import type { Moment } from './moment.ts'
import type { Milliseconds } from './units.ts'

/** Milliseconds that never go back: `performance` is one. */
export interface MonotonicClock {
  now(): Milliseconds
}

const wholeDay: Milliseconds = 86_400_000
/** A time of day that is further than this from the time it should be belongs to another day, or is wrong. */
const window: Milliseconds = 10_000

/** Knows the date once it was heard, and gives it to sentences that have only the time of day. */
export class Calendar {
  readonly #clock: MonotonicClock
  #heard: { readonly instant: Milliseconds; readonly at: Milliseconds } | undefined

  constructor(clock: MonotonicClock) {
    this.#clock = clock
  }

  /** ISO 8601 in UTC; undefined while the date is not known. */
  timestampOf({ time, day }: Moment): string | undefined {
    const instant = day === undefined ? this.#completed(time) : day + time
    if (instant === undefined) return undefined
    if (day !== undefined) this.#heard = { instant, at: this.#clock.now() }
    return new Date(instant).toISOString()
  }

  #completed(time: Milliseconds): Milliseconds | undefined {
    if (this.#heard === undefined) return undefined
    const expected = this.#heard.instant + this.#clock.now() - this.#heard.at
    // The nearest day on which it is that time: around midnight it may be the one before or after.
    const days = Math.round((expected - time) / wholeDay)
    const instant = days * wholeDay + time
    return Math.abs(instant - expected) <= window ? instant : undefined
  }
}
