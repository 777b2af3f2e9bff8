import type { TrackPoint } from '@marinedata/model'
import type { Place } from '#boat/reading.ts'
import { nearestX, toMap, type MapPoint } from './mercator.ts'

/** The server records a point a minute while there is a fix: a longer interval is a gap. */
const gapMs = 150_000
const mostPoints = 5_000
/** Points dropped at once when the limit is reached, so that it happens rarely. */
const dropped = 500
/** Map metres; a smaller step is noise of the receiver. */
const leastStep = 3

interface Mark {
  readonly at: number
  readonly point: MapPoint
}

/** The track of the boat: continuous over the date line, interrupted where there was no fix. */
export class TrackLine {
  #marks: Mark[] = []
  #lines: MapPoint[][] | undefined

  /** Sets the recorded points of the server; keeps points received since. */
  seed(points: readonly TrackPoint[]): void {
    const last = points.at(-1)?.[0] ?? 0
    const received = this.#marks.filter(({ at }) => at > last)
    this.#marks = []
    for (const [at, latitude, longitude] of points) this.#push(at, toMap({ latitude, longitude }))
    for (const { at, point } of received) this.#push(at, point)
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

  /** Lines without gaps, each in one copy of the world. */
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
