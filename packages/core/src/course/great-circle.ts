import { degrees, wrapFull, type Metres, type Position, type Radians } from '@marinedata/model'

/** The mean radius of the earth: a sphere is within half a per cent of the truth, anywhere. */
const earthRadius: Metres = 6_371_008.8

/** A point on the unit sphere. The date line and the poles are places like any other to it. */
type Vector = readonly [x: number, y: number, z: number]

const vectorOf = ({ latitude, longitude }: Position): Vector => {
  const [north, east] = [degrees(latitude), degrees(longitude)]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

const dot = ([a, b, c]: Vector, [x, y, z]: Vector): number => a * x + b * y + c * z
const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x]

/** Two points that are closer than this, or as close to being opposite, make no line. */
const leastAngle: Radians = 1e-9

export const distanceBetween = (from: Position, to: Position): Metres => {
  const [a, b] = [vectorOf(from), vectorOf(to)]
  return earthRadius * Math.atan2(Math.hypot(...cross(a, b)), dot(a, b))
}

/** The true course at the first point, of the shortest way to the other; null when they make no line. */
export const bearingBetween = (from: Position, to: Position): Radians | null => {
  if (Math.hypot(...cross(vectorOf(from), vectorOf(to))) < leastAngle) return null
  const [here, there] = [degrees(from.latitude), degrees(to.latitude)]
  const eastward = degrees(to.longitude - from.longitude)
  const east = Math.sin(eastward) * Math.cos(there)
  const north = Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(eastward)
  return wrapFull(Math.atan2(east, north))
}

/** The true course with which the shortest way arrives at the second point; null when they make no line. */
export const arrivalBearing = (from: Position, to: Position): Radians | null => {
  const back = bearingBetween(to, from)
  return back === null ? null : wrapFull(back + Math.PI)
}

/** Where a point is, seen from a line. */
export interface TrackPlace {
  /** How far it is off the line, positive to starboard of whoever follows it. */
  readonly crossTrack: Metres
  /** How far along the line it is abeam of. */
  readonly alongTrack: Metres
}

/** Where a point is, seen from the great circle through two others; null when they make no line. */
export const placeOnTrack = (from: Position, to: Position, point: Position): TrackPlace | null => {
  const [a, b, p] = [vectorOf(from), vectorOf(to), vectorOf(point)]
  const normal = cross(a, b)
  const length = Math.hypot(...normal)
  if (length < leastAngle) return null
  const pole: Vector = [normal[0] / length, normal[1] / length, normal[2] / length]
  return {
    // The pole is on the port side.
    crossTrack: earthRadius * Math.asin(Math.min(1, Math.max(-1, 0 - dot(pole, p)))),
    alongTrack: earthRadius * Math.atan2(dot(cross(pole, a), p), dot(a, p)),
  }
}
