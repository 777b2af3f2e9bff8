/** A send time is a number that is valid for any path: a speed, an angle, a voltage. */
export const sendTimes = { earliest: 1, latest: 2 * Math.PI, millisecondsPerUnit: 1e6 }

const stepsPerUnit = 1e8

/**
 * Send times: 1 at the start of the benchmark plus 1 for every 1,000 seconds, on the monotonic clock. Each is at least
 * 0.01 ms later than the one before, so that a send time identifies its delta.
 */
export class SendClock {
  #last = 0

  /** The present time, without consuming it: for the ends of a window and for latencies. */
  now(): number {
    return sendTimes.earliest + performance.now() / sendTimes.millisecondsPerUnit
  }

  next(): number {
    const steps = Math.round(this.now() * stepsPerUnit)
    this.#last = Math.max(this.#last + 1, steps)
    return this.#last / stepsPerUnit
  }
}
