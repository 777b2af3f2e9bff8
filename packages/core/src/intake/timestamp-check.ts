import type { Clock } from '#clock.ts'

const dayMs = 86_400_000
const refreshMs = 1_000
/** A clock that is earlier than this was never set: a computer without a battery starts in 1970. */
const trustedSince = '2026'

/** Judges the times that senders put on their updates by the server's own, as long as that can be trusted. */
export class TimestampCheck {
  readonly #clock: Clock
  #refreshAt = -Infinity
  #earliest = ''
  #latest = ''

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether a well-formed date-time is more than a day from the server's; no time is while the server's is not set. */
  isFarOff(timestamp: string): boolean {
    const now = this.#clock.now()
    if (now >= this.#refreshAt) this.#refresh(now)
    // Date-times in UTC sort as texts.
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
