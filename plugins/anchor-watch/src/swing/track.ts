import type { Place } from '#water/plane.ts'
import type { Seconds } from '#water/units.ts'

/** A position of the boat, in watch time. */
export interface TrackPoint extends Place {
  readonly at: Seconds
}

/** The whole track of a stay, bounded in size: when it is full, every second point is dropped. */
export class Track {
  readonly #most: number
  #points: TrackPoint[]
  /** Points closer in time to the last one are skipped. */
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
    // Slightly less than twice the present average, so that a regular rhythm is preserved.
    if (first !== undefined && last !== undefined) this.#apart = (1.9 * (last.at - first.at)) / (count - 1)
  }
}
