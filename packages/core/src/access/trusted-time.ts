import type { Clock } from '#clock.ts'

/** A clock that was ever set says no less than this: the program is not older. */
const earliest = Date.UTC(2026, 0, 1)
/** Whatever was made later than this was made under a wrong clock. */
const latest = Date.UTC(2036, 0, 1)
/** So far a clock that was set may have fallen behind, as one does that was restored from a file. */
const behindMs = 30 * 86_400_000

/**
 * The time by which credentials run out. A clock without a battery starts in the past: then it is no earlier than what was
 * made before, and goes on from there. What was made under a wrong clock, far in the future, is not believed: one bad start
 * does not change when things run out.
 */
export class TrustedTime {
  readonly #clock: Clock
  /** The newest time that is known, and when it was learnt, by the monotonic clock. */
  #known = { time: 0, at: 0 }

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Now, as an ISO date-time. */
  now(): string {
    return new Date(this.#now()).toISOString()
  }

  /** Takes up when something was made, as an ISO date-time. */
  learn(madeAt: string): void {
    const time = Date.parse(madeAt)
    if (this.#isBelievable(time) && time > this.#knownNow()) this.#known = { time, at: this.#clock.now() }
  }

  /** False for a time that only a wrong clock can have given. */
  isBelievable(time: string): boolean {
    return Date.parse(time) < Math.max(latest, this.#now() + behindMs)
  }

  #now(): number {
    const stamp = Date.parse(this.#clock.timestamp())
    const known = this.#knownNow()
    return known > stamp && this.#isBelievable(known) ? known : stamp
  }

  #knownNow(): number {
    return this.#known.time + this.#clock.now() - this.#known.at
  }

  #isBelievable(time: number): boolean {
    const stamp = Date.parse(this.#clock.timestamp())
    return stamp < earliest ? time < latest : time <= stamp + behindMs
  }
}
