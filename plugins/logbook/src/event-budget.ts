type Seconds = number

/** A burst of alarms is recorded; an alarm that comes and goes for hours must not fill the logbook. */
const burst = 20
const refillEvery: Seconds = 60

/** Limits how many alarms are recorded, and counts the others. */
export class EventBudget {
  #left = burst
  #refilledAt: Seconds
  #skipped = 0

  constructor(now: Seconds) {
    this.#refilledAt = now
  }

  /** Whether an alarm may be recorded now. */
  take(now: Seconds): boolean {
    this.#refill(now)
    if (this.#left < 1) {
      this.#skipped++
      return false
    }
    this.#left--
    return true
  }

  /** How many were not recorded, once there is room again to say so; 0 otherwise. */
  takeSkipped(now: Seconds): number {
    if (this.#skipped === 0) return 0
    this.#refill(now)
    if (this.#left < 1) return 0
    this.#left--
    const skipped = this.#skipped
    this.#skipped = 0
    return skipped
  }

  #refill(now: Seconds): void {
    const earned = Math.floor((now - this.#refilledAt) / refillEvery)
    if (earned <= 0) return
    this.#left = Math.min(burst, this.#left + earned)
    this.#refilledAt += earned * refillEvery
  }
}
