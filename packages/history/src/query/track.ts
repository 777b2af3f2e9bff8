import { degree, earthRadius, isTrackGap, MarineDataError, type TrackPoint } from '@marinedata/model'
import type { Slice, TrackPage, TrackQuestion } from '#interface.ts'
import type { LogReader } from '#storage/log-reader.ts'
import { candidatesOf, hasSamples, layerOf } from './plan.ts'
import { Preference } from './preference.ts'
import { visitMinutes, visitSamples } from './samples.ts'

/** Points between two that are kept. It bounds the work per point. */
const longestLine = 100
const pointsPerPage = 700
/** Beyond this, a point per minute is dense enough. Milliseconds. */
const longestFull = 2 * 86_400_000

/** A point in metres from the start of a line, on a plane: they are near each other. */
interface PlanePoint {
  readonly point: TrackPoint
  readonly x: number
  readonly y: number
}

const planePoint = (start: TrackPoint, point: TrackPoint): PlanePoint => {
  const [, latitude, longitude] = point
  const turned = ((((longitude - start[2] + 540) % 360) + 360) % 360) - 180
  return {
    point,
    x: turned * Math.cos(start[1] * degree) * degree * earthRadius,
    y: (latitude - start[1]) * degree * earthRadius,
  }
}

/** Squared metres between a point and the line from the start to another one. `Math.hypot` would take most of the time. */
const squareToLine = ({ x, y }: PlanePoint, { x: u, y: v }: PlanePoint): number => {
  const length = u * u + v * v
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (x * u + y * v) / length))
  return (x - along * u) ** 2 + (y - along * v) ** 2
}

/**
 * Leaves out points while the straight line between the others stays within a tolerance of them. Keeps one often enough
 * that only a gap in the positions is longer.
 */
export class TrackThinning {
  readonly #tolerance: number
  #start: TrackPoint | undefined
  #between: PlanePoint[] = []

  constructor(tolerance: number) {
    this.#tolerance = tolerance
  }

  /** The points that are decided by the next one. */
  add(point: TrackPoint): TrackPoint[] {
    const start = this.#start
    if (start === undefined) {
      this.#start = point
      return [point]
    }
    const end = planePoint(start, point)
    const isStraight =
      this.#tolerance > 0 &&
      !isTrackGap(start[0], point[0], this.#tolerance) &&
      this.#between.length < longestLine &&
      this.#between.every((one) => squareToLine(one, end) <= this.#tolerance ** 2)
    const last = this.#between.at(-1)?.point
    if (isStraight || last === undefined) {
      this.#between.push(end)
      return []
    }
    this.#start = last
    this.#between = [planePoint(last, point)]
    return [last]
  }

  /** The end of the track. */
  end(): TrackPoint[] {
    const last = this.#between.at(-1)?.point
    return last === undefined ? [] : [last]
  }
}

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** The track of a vessel: of the preferred source, thinned. */
export function* answerTrack(reader: LogReader, question: TrackQuestion): Generator<TrackPage | Slice, void> {
  const { context, from, to, tolerance } = question
  if (!(tolerance >= 0)) throw new MarineDataError('invalid-query', `The tolerance ${tolerance} is below 0 m`)
  const path = 'navigation.position'
  const isFull = to - from <= longestFull && hasSamples(reader, context, question)
  const candidates = candidatesOf(reader, context, path)
  const preference = new Preference(reader, context, path)
  const thinning = new TrackThinning(tolerance)
  let points: TrackPoint[] = []
  // Without a preference, the first source that has a position counts until it is silent for a minute.
  let [current, heardAt] = [-1, Number.NEGATIVE_INFINITY]
  const visit = (index: number, time: number, { value, second }: { value: number; second: number }): void => {
    const source = candidates[index]?.source ?? ''
    if (!preference.allows(source, time)) return
    if (index !== current && preference.at(time) === undefined && time - heardAt <= 60_000) return
    ;[current, heardAt] = [index, time]
    points.push(...thinning.add([time, rounded(value), rounded(second)]))
  }
  const range = { from, to, candidates }
  const steps = isFull
    ? visitSamples(reader, { ...range, layer: layerOf(context) }, visit)
    : visitMinutes(reader, range, visit)
  for (const step of steps) {
    yield step
    while (points.length > pointsPerPage) yield { points: points.splice(0, pointsPerPage) }
  }
  points = [...points, ...thinning.end()]
  do yield { points: points.splice(0, pointsPerPage) }
  while (points.length > 0)
}
