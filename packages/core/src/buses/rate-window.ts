/** Allows a number of events in any period of one second. Unlike a bucket, it never allows twice that number. */
export class RateWindow {
  /** The times of the last allowed events, oldest at `#next`. */
  readonly #times: number[]
  #next = 0

  constructor(perSecond: number) {
    this.#times = Array.from({ length: perSecond }, () => Number.NEGATIVE_INFINITY)
  }

  /** Whether one more event is allowed now; if so, it is counted. */
  tryTake(now: number): boolean {
    const oldest = this.#times[this.#next] ?? Number.NEGATIVE_INFINITY
    if (now - oldest < 1_000) return false
    this.#times[this.#next] = now
    this.#next = (this.#next + 1) % this.#times.length
    return true
  }
}
