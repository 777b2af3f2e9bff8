import type { Clock } from '#clock.ts'

/** A clock before this date was never set: the program is newer. */
const earliest = Date.UTC(2026, 0, 1)
/** Times after this date come from a wrong clock. */
const latest = Date.UTC(2036, 0, 1)
/** How far a clock that was set may lag, for example after it was restored from a file. */
const behindMs = 30 * 86_400_000

/**
 * The time used for the expiry of credentials. A clock without a battery starts in the past: the time then continues
 * from the newest stored creation time. Creation times far in the future come from a wrong clock and are ignored, so
 * that one bad start does not change when credentials expire.
 */
export class TrustedTime {
  readonly #clock: Clock
  /** The newest known time, and the monotonic time at which it was learnt. */
  #known = { time: 0, at: 0 }

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Now, as an ISO date-time. */
  now(): string {
    return new Date(this.#now()).toISOString()
  }

  /** Takes the creation time of a record, as an ISO date-time, as a lower bound of the present time. */
  learn(createdAt: string): void {
    const time = Date.parse(createdAt)
    if (this.#isPlausible(time) && time > this.#knownNow()) this.#known = { time, at: this.#clock.now() }
  }

  /** False for a time that only a wrong clock can have set. */
  isPlausible(time: string): boolean {
    return Date.parse(time) < Math.max(latest, this.#now() + behindMs)
  }

  #now(): number {
    const stamp = Date.parse(this.#clock.timestamp())
    const known = this.#knownNow()
    return known > stamp && this.#isPlausible(known) ? known : stamp
  }

  #knownNow(): number {
    return this.#known.time + this.#clock.now() - this.#known.at
  }

  #isPlausible(time: number): boolean {
    const stamp = Date.parse(this.#clock.timestamp())
    return stamp < earliest ? time < latest : time <= stamp + behindMs
  }
}
