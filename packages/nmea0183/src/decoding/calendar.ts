import type { Moment } from './moment.ts'
import type { Milliseconds, MonotonicClock } from '@marinedata/ais'

const wholeDay: Milliseconds = 86_400_000
/** A time of day further than this from the expected time belongs to another day or is wrong. */
const window: Milliseconds = 10_000

/** Remembers the last date, and adds it to sentences that have only the time of day. */
export class Calendar {
  readonly #clock: MonotonicClock
  #lastDate: { readonly instant: Milliseconds; readonly at: Milliseconds } | undefined

  constructor(clock: MonotonicClock) {
    this.#clock = clock
  }

  /** ISO 8601 in UTC; undefined while the date is unknown. */
  timestampOf({ time, day }: Moment): string | undefined {
    const instant = day === undefined ? this.#completed(time) : day + time
    if (instant === undefined) return undefined
    if (day !== undefined) this.#lastDate = { instant, at: this.#clock.now() }
    return new Date(instant).toISOString()
  }

  #completed(time: Milliseconds): Milliseconds | undefined {
    if (this.#lastDate === undefined) return undefined
    const expected = this.#lastDate.instant + this.#clock.now() - this.#lastDate.at
    // The nearest day with this time: around midnight it may be the day before or after.
    const days = Math.round((expected - time) / wholeDay)
    const instant = days * wholeDay + time
    return Math.abs(instant - expected) <= window ? instant : undefined
  }
}
