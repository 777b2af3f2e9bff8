import type { Metres } from '#water/units.ts'

/** Tolerance beyond the possible distance: at least this, or this multiple of the expected error. */
const leastAllowance: Metres = 6
const ofDeviation = 1.5
/** Limit of the accumulated excess. */
const limit: Metres = 10

/**
 * Detects early that the boat is further from the centre of its swing than the rode allows. Accumulates the excess
 * (Page's CUSUM): a small excess for long counts as much as a large one briefly.
 */
export class EarlyWarning {
  #sum: Metres = 0
  #beyond: Metres = 0

  get isRaised(): boolean {
    return this.#sum > limit
  }

  /** The present excess in metres. */
  get beyond(): Metres {
    return this.#beyond
  }

  /**
   * @param distance from the centre of the swing
   * @param farthest what the rode allows
   * @param deviation expected error of a fix
   */
  add(distance: Metres, farthest: Metres, deviation: Metres): void {
    this.#beyond = distance - farthest
    const allowance = Math.max(leastAllowance, ofDeviation * deviation)
    // Capped at twice the limit, so that the warning ends within minutes when the boat is back.
    this.#sum = Math.min(2 * limit, Math.max(0, this.#sum + this.#beyond - allowance))
  }

  reset(): void {
    this.#sum = 0
  }
}
