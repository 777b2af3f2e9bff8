/** A send time is a number that any path may have: a speed, an angle, a voltage. It passes every check of values. */
export const sendTimes = { earliest: 1, latest: 2 * Math.PI, millisecondsPerUnit: 1e6 }

const stepsPerUnit = 1e8

/**
 * Send times: 1 when the bench was started, and 1 more for every 1,000 seconds since, on the monotonic clock. Each is
 * later than the one before by at least 0.01 ms, so that a send time names its delta.
 */
export class SendClock {
  #last = 0

  /** The present, not used up: for marking the ends of a window and for latencies. */
  now(): number {
    return sendTimes.earliest + performance.now() / sendTimes.millisecondsPerUnit
  }

  next(): number {
    const steps = Math.round(this.now() * stepsPerUnit)
    this.#last = Math.max(this.#last + 1, steps)
    return this.#last / stepsPerUnit
  }
}
