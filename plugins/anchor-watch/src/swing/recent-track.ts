import type { Seconds } from '#water/units.ts'
import type { TrackPoint } from './track.ts'

const whole: Seconds = 6 * 3_600
/** Newer points are kept every half minute, older ones every minute. */
const young: Seconds = 3_600
const apart: Seconds = 55
const mostYoung = 130
const mostOld = 330

/** The track of the last six hours, anchored or not. */
export class RecentTrack {
  readonly #young: TrackPoint[] = []
  readonly #old: TrackPoint[] = []

  constructor(points: readonly TrackPoint[] = []) {
    for (const point of points) this.add(point)
  }

  /** Oldest first. */
  get points(): readonly TrackPoint[] {
    return [...this.#old, ...this.#young]
  }

  add(point: TrackPoint): void {
    this.#young.push(point)
    for (let first = this.#young[0]; first !== undefined; first = this.#young[0]) {
      if (point.at - first.at <= young && this.#young.length <= mostYoung) break
      this.#young.shift()
      this.#growOld(first)
    }
    while (this.#old.length > mostOld || point.at - (this.#old[0]?.at ?? point.at) > whole) this.#old.shift()
  }

  #growOld(point: TrackPoint): void {
    const last = this.#old.at(-1)
    if (last === undefined || point.at - last.at >= apart) this.#old.push(point)
  }
}
