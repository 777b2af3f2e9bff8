const stepsPerMs = 100

/**
 * Send times in milliseconds since 1970 on the monotonic clock, each later than the one before by at
 * least 0.01 ms: a send time names its delta.
 */
export class SendClock {
  #last = 0

  /** The present, not used up: for marking the ends of a window and for latencies. */
  now(): number {
    return performance.timeOrigin + performance.now()
  }

  next(): number {
    const steps = Math.round(this.now() * stepsPerMs)
    this.#last = Math.max(this.#last + 1, steps)
    return this.#last / stepsPerMs
  }
}
