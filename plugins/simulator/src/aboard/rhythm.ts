/** A tick may come a little early. */
const toleranceMs = 10

/** Something that is due every so often. */
export class Rhythm {
  readonly #periodMs: number
  #dueAt = -Infinity

  constructor(periodMs: number) {
    this.#periodMs = periodMs
  }

  /** Whether it is due; if so, it is not again until the period is over. */
  isDue(now: number): boolean {
    if (now < this.#dueAt - toleranceMs) return false
    this.#dueAt = now + this.#periodMs
    return true
  }
}
