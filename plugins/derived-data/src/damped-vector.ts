import type { Vector } from './vector.ts'

type Seconds = number

/** After a longer pause the average starts again. */
const longestPause: Seconds = 3
/** The average is shown after this part of its time constant. */
const settledAfter = 1 / 3

/** An exponential average over time. */
export class DampedVector {
  readonly #constant: Seconds
  #average: Vector = { north: 0, east: 0 }
  #startedAt: Seconds = -Infinity
  #addedAt: Seconds = -Infinity

  /** @param constant the time constant */
  constructor(constant: Seconds) {
    this.#constant = constant
  }

  /** The average including this vector; undefined until there is enough of it. */
  add(vector: Vector, now: Seconds): Vector | undefined {
    const passed = now - this.#addedAt
    this.#addedAt = now
    if (passed > longestPause) {
      this.#average = vector
      this.#startedAt = now
    }
    const share = passed > longestPause ? 0 : 1 - Math.exp(-passed / this.#constant)
    const { north, east } = this.#average
    this.#average = {
      north: north + share * (vector.north - north),
      east: east + share * (vector.east - east),
    }
    return now - this.#startedAt < this.#constant * settledAfter ? undefined : this.#average
  }
}
