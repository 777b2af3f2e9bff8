import type { Place } from '#boat/reading.ts'

/** Where the boat was. */
export interface TrackPoint extends Place {
  /** On the clock of `performance.now()`. */
  readonly at: number
  /** As the boat's calendar has it; undefined for what this page has seen itself. */
  readonly time?: string
}

const minute = 60_000
/** The youngest first: what is older than the last is of the last age. */
const ageLimits = [3 * minute, 15 * minute, 60 * minute, 240 * minute] as const
export const ageCount = ageLimits.length + 1

/** 0 is of this moment; the older, the more. */
export const ageBand = (ms: number): number => {
  const band = ageLimits.findIndex((limit) => ms < limit)
  return band === -1 ? ageLimits.length : band
}

/** A stretch of track of one age, with the point at which the next begins: there is no gap between them. */
export interface Stretch {
  readonly age: number
  readonly points: readonly TrackPoint[]
}

/** The track in stretches of one age each, the oldest first. */
export const stretchesOf = (track: readonly TrackPoint[], now: number): readonly Stretch[] => {
  const stretches: { readonly age: number; readonly points: TrackPoint[] }[] = []
  for (const point of track) {
    const age = ageBand(now - point.at)
    const last = stretches.at(-1)
    last?.points.push(point)
    if (last?.age !== age) stretches.push({ age, points: [point] })
  }
  return stretches
}

const apartMs = 2_000
const mostLive = 300

/** The track with one fix more, as this page has seen it. */
export const withFix = (live: readonly TrackPoint[], fix: TrackPoint): readonly TrackPoint[] => {
  const last = live.at(-1)
  if (last !== undefined && fix.at - last.at < apartMs) return live
  return [...live, fix].slice(-mostLive)
}

/** What the watch has recorded, and after that what this page has seen. */
export const joined = (
  recorded: readonly TrackPoint[],
  live: readonly TrackPoint[],
): readonly TrackPoint[] => {
  const end = recorded.at(-1)?.at ?? -Infinity
  return [...recorded, ...live.filter(({ at }) => at > end)]
}

/** The one nearest to a place, by a measure of distance; undefined of nothing. */
export const nearestTo = <T>(points: readonly T[], distance: (point: T) => number): T | undefined => {
  let best: { readonly point: T; readonly metres: number } | undefined
  for (const point of points) {
    const metres = distance(point)
    if (best === undefined || metres < best.metres) best = { point, metres }
  }
  return best?.point
}
