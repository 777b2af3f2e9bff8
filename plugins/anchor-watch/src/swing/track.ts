import type { Place } from '#water/plane.ts'
import type { Seconds } from '#water/units.ts'

/** Where the boat was, and when by the time that the watch has lived. */
export interface TrackPoint extends Place {
  readonly at: Seconds
}

/** What becomes of a track that is full: its oldest points go, or every second one does. */
export type Keeping = 'latest' | 'whole'

/** Where the boat has been: bounded, however long it lasts. */
export class Track {
  readonly #keeping: Keeping
  readonly #most: number
  #points: TrackPoint[]
  /** Points that come sooner after the last one are left out. */
  #apart: Seconds = 0

  constructor(keeping: Keeping, most: number, points: readonly TrackPoint[] = []) {
    this.#keeping = keeping
    this.#most = most
    this.#points = []
    for (const point of points) this.add(point)
  }

  get points(): readonly TrackPoint[] {
    return this.#points
  }

  add(point: TrackPoint): void {
    const last = this.#points.at(-1)
    if (last !== undefined && point.at - last.at < this.#apart) return
    this.#points.push(point)
    if (this.#points.length <= this.#most) return
    if (this.#keeping === 'latest') this.#points.shift()
    else this.#thin()
  }

  #thin(): void {
    const [first, last] = [this.#points[0], this.#points.at(-1)]
    const count = this.#points.length
    this.#points = this.#points.filter((_, index) => index % 2 === 0)
    // A little less than twice what it was on average, so that an even rhythm is kept.
    if (first !== undefined && last !== undefined) this.#apart = (1.9 * (last.at - first.at)) / (count - 1)
  }
}
