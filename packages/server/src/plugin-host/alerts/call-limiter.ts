import type { Clock } from '@marinedata/core'
import { MarineDataError } from '@marinedata/model'

/** Limits how often something happens per second. */
export class CallLimiter {
  readonly #clock: Clock
  readonly #perSecond: number
  #windowStart = -Infinity
  #count = 0

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock
    this.#perSecond = perSecond
  }

  take(what: string): void {
    const now = this.#clock.now()
    if (now - this.#windowStart >= 1_000) {
      this.#windowStart = now
      this.#count = 0
    }
    if (++this.#count > this.#perSecond)
      throw new MarineDataError(
        'too-many-requests',
        `At most ${this.#perSecond} ${what} per second are allowed`,
      )
  }
}
