import type { Clock } from '#clock.ts'

const dayMs = 86_400_000
const refreshMs = 1_000
/** An earlier system time means that the clock was never set: a computer without a clock battery starts in 1970. */
const trustedSince = '2026'

/** Compares the timestamps of updates with the server's clock, while that clock can be trusted. */
export class TimestampCheck {
  readonly #clock: Clock
  #refreshAt = -Infinity
  #earliest = ''
  #latest = ''

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether a well-formed timestamp is more than a day off. Always false while the server's clock is not set. */
  isFarOff(timestamp: string): boolean {
    const now = this.#clock.now()
    if (now >= this.#refreshAt) this.#refresh(now)
    // ISO 8601 date-times in UTC can be compared as strings.
    return timestamp < this.#earliest || timestamp > this.#latest
  }

  #refresh(now: number): void {
    this.#refreshAt = now + refreshMs
    const present = this.#clock.timestamp()
    const isTrusted = present >= trustedSince
    const wall = Date.parse(present)
    this.#earliest = isTrusted ? new Date(wall - dayMs).toISOString() : ''
    this.#latest = isTrusted ? new Date(wall + dayMs).toISOString() : '~'
  }
}
