/** Accepts one entry per period on average, and a second one early: a source at the limit is never exactly regular. */
export class RateLimit {
  readonly #everyMs: number
  readonly #burst: number
  #next = Number.NEGATIVE_INFINITY

  constructor(everyMs: number, burst = 2) {
    this.#everyMs = everyMs
    this.#burst = burst
  }

  /** Whether an entry is accepted now; it then counts. */
  accept(mono: number): boolean {
    if (mono < this.#next - this.#everyMs * (this.#burst - 1)) return false
    this.#next = Math.max(mono, this.#next) + this.#everyMs
    return true
  }
}
