import { directionOf, lengthOf, vectorOf } from '#water/plane.ts'
import type { Radians, Seconds } from '#water/units.ts'

/** Directions within this time count as one, however many arrive. */
const pinch: Seconds = 10
/** A mean without new directions for this long is outdated. */
const freshFor: Seconds = 60
/** Less agreement than this, of one, gives no direction. */
const leastAgreement = 0.2

interface Pinch {
  readonly at: Seconds
  north: number
  east: number
  last: Seconds
}

export interface Mean {
  readonly direction: Radians
  /** The time span of the mean. */
  readonly span: Seconds
}

/** The circular mean of a direction over the last minutes: of 350° and 10° it is north. */
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
   * Undefined when nothing was received recently, or when the directions cancel out.
   * @param since ignores earlier directions
   */
  mean(now: Seconds, since: Seconds = -Infinity): Mean | undefined {
    const recent = this.#pinches.filter(({ at }) => now - at < this.#span && at >= since)
    const [first, latest] = [recent[0], recent.at(-1)]
    if (first === undefined || latest === undefined || now - latest.last > freshFor) return undefined
    let [north, east] = [0, 0]
    for (const each of recent) {
      const weight = lengthOf(each)
      if (weight === 0) continue
      north += each.north / weight
      east += each.east / weight
    }
    if (lengthOf({ north, east }) < leastAgreement * recent.length) return undefined
    return { direction: directionOf({ north, east }), span: now - first.at }
  }
}
