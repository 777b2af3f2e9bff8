import type { TrackPoint } from '@marinedata/model'
import type { Place } from '#boat/reading.ts'
import { nearestX, toMap, type MapPoint } from './mercator.ts'

/** The server notes a point a minute while there is a fix: longer than this there was none. */
const gapMs = 150_000
const mostPoints = 5_000
/** What is dropped at once when there are too many, so that it happens seldom. */
const dropped = 500
/** Map metres; less is the noise of the receiver. */
const leastStep = 3

interface Mark {
  readonly at: number
  readonly point: MapPoint
}

/** Where the boat was: unbroken over the date line, broken only where there was no fix. */
export class TrackLine {
  #marks: Mark[] = []
  #lines: MapPoint[][] | undefined

  /** What the server has kept; what was heard since stays. */
  seed(points: readonly TrackPoint[]): void {
    const last = points.at(-1)?.[0] ?? 0
    const heard = this.#marks.filter(({ at }) => at > last)
    this.#marks = []
    for (const [at, latitude, longitude] of points) this.#push(at, toMap({ latitude, longitude }))
    for (const { at, point } of heard) this.#push(at, point)
  }

  /** @param at Unix milliseconds */
  add(place: Place, at: number): void {
    const last = this.#marks.at(-1)
    const [x, y] = toMap(place)
    if (last !== undefined) {
      const step = Math.hypot(nearestX(x, last.point[0]) - last.point[0], y - last.point[1])
      if (at <= last.at || (step < leastStep && at - last.at < gapMs / 2)) return
    }
    this.#push(at, [x, y])
    if (this.#marks.length > mostPoints) this.#marks.splice(0, dropped)
  }

  /** Each without a gap, in one copy of the world. */
  get lines(): readonly (readonly MapPoint[])[] {
    this.#lines ??= this.#cut()
    return this.#lines
  }

  #push(at: number, [x, y]: MapPoint): void {
    const last = this.#marks.at(-1)
    this.#marks.push({ at, point: [last === undefined ? x : nearestX(x, last.point[0]), y] })
    this.#lines = undefined
  }

  #cut(): MapPoint[][] {
    const lines: MapPoint[][] = []
    let before = Number.NEGATIVE_INFINITY
    for (const { at, point } of this.#marks) {
      if (at - before > gapMs) lines.push([])
      lines.at(-1)?.push(point)
      before = at
    }
    return lines
  }
}
