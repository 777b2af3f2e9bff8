import type { Place } from '#boat/reading.ts'

/** A past position of the boat. */
export interface TrackPoint extends Place {
  /** On the clock of `performance.now()`. */
  readonly at: number
  /** Timestamp of the server; undefined for points recorded by this page. */
  readonly time?: string
}

const minute = 60_000
/** Limits of the age bands, from youngest; older points belong to the last band. */
const ageLimits = [3 * minute, 15 * minute, 60 * minute, 240 * minute] as const
export const ageCount = ageLimits.length + 1

/** Age band of a point; 0 is the youngest. */
export const ageBand = (ms: number): number => {
  const band = ageLimits.findIndex((limit) => ms < limit)
  return band === -1 ? ageLimits.length : band
}

/** A part of the track of one age, including the first point of the next part so that there is no gap. */
export interface Stretch {
  readonly age: number
  readonly points: readonly TrackPoint[]
}

/** Splits the track by age, the oldest part first. */
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

/** Appends a fix recorded by this page. */
export const withFix = (live: readonly TrackPoint[], fix: TrackPoint): readonly TrackPoint[] => {
  const last = live.at(-1)
  if (last !== undefined && fix.at - last.at < apartMs) return live
  return [...live, fix].slice(-mostLive)
}

/** The track recorded by the watch, continued by this page. */
export const joined = (
  recorded: readonly TrackPoint[],
  live: readonly TrackPoint[],
): readonly TrackPoint[] => {
  const end = recorded.at(-1)?.at ?? -Infinity
  return [...recorded, ...live.filter(({ at }) => at > end)]
}

/** The nearest point by a distance function; undefined for an empty list. */
export const nearestTo = <T>(points: readonly T[], distance: (point: T) => number): T | undefined => {
  let best: { readonly point: T; readonly metres: number } | undefined
  for (const point of points) {
    const metres = distance(point)
    if (best === undefined || metres < best.metres) best = { point, metres }
  }
  return best?.point
}
