import type { Metres } from '#water/units.ts'

/** How much further than it can be the boat may seem to be: at least this, and so much of what its fixes are usually off. */
const leastAllowance: Metres = 6
const ofDeviation = 1.5
/** How much of what is beyond that may add up. */
const limit: Metres = 10

/**
 * Notices early that the boat lies further from the middle of its swing than the rode allows: a little further for long
 * counts as much as far for a moment. Adds up what is too much (Page's CUSUM).
 */
export class EarlyWarning {
  #sum: Metres = 0
  #beyond: Metres = 0

  get isRaised(): boolean {
    return this.#sum > limit
  }

  /** How much further the boat lies than it can. */
  get beyond(): Metres {
    return this.#beyond
  }

  /**
   * @param distance from the middle of the swing
   * @param farthest what the rode allows
   * @param deviation how far a fix usually is off
   */
  add(distance: Metres, farthest: Metres, deviation: Metres): void {
    this.#beyond = distance - farthest
    const allowance = Math.max(leastAllowance, ofDeviation * deviation)
    // Twice the limit is enough to remember: a boat that comes back is believed within minutes.
    this.#sum = Math.min(2 * limit, Math.max(0, this.#sum + this.#beyond - allowance))
  }

  reset(): void {
    this.#sum = 0
  }
}
