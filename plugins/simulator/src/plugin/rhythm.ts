/** A tick may come slightly early. */
const toleranceMs = 10

/** Something that is due at a fixed period. */
export class Rhythm {
  readonly #periodMs: number
  #dueAt = -Infinity

  constructor(periodMs: number) {
    this.#periodMs = periodMs
  }

  /** Whether it is due. If so, the next period starts. */
  isDue(now: number): boolean {
    if (now < this.#dueAt - toleranceMs) return false
    this.#dueAt = now + this.#periodMs
    return true
  }
}
