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

/** Metres between a point and the line between two others, on a plane: they are near each other. */
const distanceToLine = (point: TrackPoint, from: TrackPoint, to: TrackPoint): number => {
  const east = Math.cos(from[1] * degree)
  const plane = ([, latitude, longitude]: TrackPoint): readonly [number, number] => {
    const turned = ((((longitude - from[2] + 540) % 360) + 360) % 360) - 180
    return [turned * east * degree * earthRadius, (latitude - from[1]) * degree * earthRadius]
  }
  const [x, y] = plane(point)
  const [u, v] = plane(to)
  const length = u * u + v * v
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (x * u + y * v) / length))
  return Math.hypot(x - along * u, y - along * v)
}

/**
 * Leaves out points while the straight line between the others stays within a tolerance of them. Keeps one often enough
 * that only a gap in the positions is longer.
 */
export class TrackThinning {
  readonly #tolerance: number
  #start: TrackPoint | undefined
  #between: TrackPoint[] = []

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
    const isStraight =
      this.#tolerance > 0 &&
      !isTrackGap(start[0], point[0]) &&
      this.#between.length < longestLine &&
      this.#between.every((one) => distanceToLine(one, start, point) <= this.#tolerance)
    const last = this.#between.at(-1)
    if (isStraight || last === undefined) {
      this.#between.push(point)
      return []
    }
    this.#start = last
    this.#between = [point]
    return [last]
  }

  /** The end of the track. */
  end(): TrackPoint[] {
    const last = this.#between.at(-1)
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
