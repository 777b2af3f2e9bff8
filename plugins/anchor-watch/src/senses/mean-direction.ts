import { directionOf, lengthOf, vectorOf } from '#water/plane.ts'
import type { Radians, Seconds } from '#water/units.ts'

/** Directions that were heard within so much time count as one, however often they come. */
const pinch: Seconds = 10
/** A mean of which nothing was heard for so long is of the past. */
const freshFor: Seconds = 60
/** Less agreement among the directions than this, of one, is no direction. */
const leastAgreement = 0.2

interface Pinch {
  readonly at: Seconds
  north: number
  east: number
  last: Seconds
}

export interface Mean {
  readonly direction: Radians
  /** How much time it is the mean of. */
  readonly span: Seconds
}

/** The mean of a direction over the last minutes, round the circle: of 350° and 10° it is north. */
export class MeanDirection {
  readonly #span: Seconds
  #pinches: Pinch[] = []

  constructor(span: Seconds) {
    this.#span = span
  }

  add(direction: Radians, now: Seconds): void {
    const { north, east } = vectorOf(direction, 1)
    const latest = this.#pinches.at(-1)
    if (latest !== undefined && now - latest.at < pinch) {
      latest.north += north
      latest.east += east
      latest.last = now
      return
    }
    this.#pinches = this.#pinches.filter(({ at }) => now - at < this.#span)
    this.#pinches.push({ at: now, north, east, last: now })
  }

  /**
   * Undefined when nothing was heard of late, or when it was all round the compass.
   * @param since what was heard before counts for nothing
   */
  mean(now: Seconds, since: Seconds = -Infinity): Mean | undefined {
    const heard = this.#pinches.filter(({ at }) => now - at < this.#span && at >= since)
    const [first, latest] = [heard[0], heard.at(-1)]
    if (first === undefined || latest === undefined || now - latest.last > freshFor) return undefined
    let [north, east] = [0, 0]
    for (const each of heard) {
      const weight = lengthOf(each)
      if (weight === 0) continue
      north += each.north / weight
      east += each.east / weight
    }
    if (lengthOf({ north, east }) < leastAgreement * heard.length) return undefined
    return { direction: directionOf({ north, east }), span: now - first.at }
  }
}
