import type { Place } from '#water/plane.ts'
import type { Seconds } from '#water/units.ts'

/** Where the boat was, and when by the time that the watch has lived. */
export interface TrackPoint extends Place {
  readonly at: Seconds
}

/** Where the boat has been from the beginning: bounded, however long it lasts. When it is full, every second point goes. */
export class Track {
  readonly #most: number
  #points: TrackPoint[]
  /** Points that come sooner after the last one are left out. */
  #apart: Seconds = 0

  constructor(most: number, points: readonly TrackPoint[] = []) {
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
    if (this.#points.length > this.#most) this.#thin()
  }

  #thin(): void {
    const [first, last] = [this.#points[0], this.#points.at(-1)]
    const count = this.#points.length
    this.#points = this.#points.filter((_, index) => index % 2 === 0)
    // A little less than twice what it was on average, so that an even rhythm is kept.
    if (first !== undefined && last !== undefined) this.#apart = (1.9 * (last.at - first.at)) / (count - 1)
  }
}
