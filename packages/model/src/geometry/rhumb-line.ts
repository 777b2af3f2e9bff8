import type { Position } from '#data/position.ts'
import { wrapFull, wrapHalf } from './angles.ts'
import { degrees, earthRadius, radians, type Metres, type Radians } from './units.ts'

/** Direction and length of a rhumb line. */
export interface RhumbLine {
  readonly bearing: Radians
  readonly distance: Metres
}

/** Latitude on a Mercator chart. */
const stretched = (latitude: number): number => Math.asinh(Math.tan(degrees(latitude)))

/** A point on a Mercator chart relative to another, in radians of longitude; not finite at the poles. */
const onChart = (from: Position, to: Position) => ({
  east: wrapHalf(degrees(to.longitude - from.longitude)),
  north: stretched(to.latitude) - stretched(from.latitude),
})

/** Below this, the mean of the scale between two latitudes is that of one of them. */
const sameLatitude = 1e-9

/** The line of constant bearing between two points; null when they are the same place, or one is a pole. */
export const rhumbLineBetween = (from: Position, to: Position): RhumbLine | null => {
  const { east, north } = onChart(from, to)
  if (Math.abs(from.latitude) === 90 || Math.abs(to.latitude) === 90 || (east === 0 && north === 0))
    return null
  const northward = degrees(to.latitude - from.latitude)
  const scale = Math.abs(north) < sameLatitude ? Math.cos(degrees(from.latitude)) : northward / north
  return {
    bearing: wrapFull(radians(Math.atan2(east, north))),
    distance: earthRadius * Math.hypot(northward, scale * east),
  }
}

/** Distance of a point from the rhumb line through two others, positive to starboard; null when they define none. */
export const rhumbCrossTrack = (from: Position, to: Position, point: Position): Metres | null => {
  const line = rhumbLineBetween(from, to)
  if (line === null || Math.abs(point.latitude) === 90) return null
  const { east, north } = onChart(from, point)
  const offset = east * Math.cos(line.bearing) - north * Math.sin(line.bearing)
  return earthRadius * Math.cos(degrees(point.latitude)) * offset
}
