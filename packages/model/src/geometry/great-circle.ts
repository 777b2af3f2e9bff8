import type { Position } from '#data/position.ts'
import { wrapFull } from './angles.ts'
import { degrees, earthRadius, radians, type Metres, type Radians } from './units.ts'

/** A point on the unit sphere. Vectors need no special case for the date line and the poles. */
type Vector = readonly [x: number, y: number, z: number]

const vectorOf = ({ latitude, longitude }: Position): Vector => {
  const [north, east] = [degrees(latitude), degrees(longitude)]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

const dot = ([a, b, c]: Vector, [x, y, z]: Vector): number => a * x + b * y + c * z
const cross = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [b * z - c * y, c * x - a * z, a * y - b * x]

/** Two points closer than this, or this close to being antipodal, define no great circle. */
const leastAngle = radians(1e-9)

export const distanceBetween = (from: Position, to: Position): Metres => {
  const [a, b] = [vectorOf(from), vectorOf(to)]
  return earthRadius * Math.atan2(Math.hypot(...cross(a, b)), dot(a, b))
}

/** True bearing at the start of the great circle between two points; null when they define none. */
export const bearingBetween = (from: Position, to: Position): Radians | null => {
  if (Math.hypot(...cross(vectorOf(from), vectorOf(to))) < leastAngle) return null
  const [here, there] = [degrees(from.latitude), degrees(to.latitude)]
  const eastward = degrees(to.longitude - from.longitude)
  const east = Math.sin(eastward) * Math.cos(there)
  const north = Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(eastward)
  return wrapFull(radians(Math.atan2(east, north)))
}

/** True bearing at the end of the great circle between two points; null when they define none. */
export const arrivalBearing = (from: Position, to: Position): Radians | null => {
  const back = bearingBetween(to, from)
  return back === null ? null : wrapFull(radians(back + Math.PI))
}

/** Position of a point relative to a track. */
export interface TrackPlace {
  /** Distance from the track, positive to starboard of the direction of travel. */
  readonly crossTrack: Metres
  /** Distance along the track to the place where the point is abeam. */
  readonly alongTrack: Metres
  /** True direction of the track there. It is the same on both sides of the track, and beyond its end. */
  readonly bearing: Radians
}

/** Position of a point relative to the great circle through two others; null when they define none. */
export const placeOnTrack = (from: Position, to: Position, point: Position): TrackPlace | null => {
  const [a, b, p] = [vectorOf(from), vectorOf(to), vectorOf(point)]
  const normal = cross(a, b)
  const length = Math.hypot(...normal)
  if (length < leastAngle) return null
  const pole: Vector = [normal[0] / length, normal[1] / length, normal[2] / length]
  return {
    // The pole is on the port side of the track, so the sign is inverted.
    crossTrack: earthRadius * Math.asin(Math.min(1, Math.max(-1, 0 - dot(pole, p)))),
    alongTrack: earthRadius * Math.atan2(dot(cross(pole, a), p), dot(a, p)),
    bearing: directionAt(point, cross(pole, p)),
  }
}

/** True direction of a horizontal vector at a position. */
const directionAt = ({ latitude, longitude }: Position, vector: Vector): Radians => {
  const [north, east] = [degrees(latitude), degrees(longitude)]
  const northward: Vector = [
    -Math.sin(north) * Math.cos(east),
    -Math.sin(north) * Math.sin(east),
    Math.cos(north),
  ]
  const eastward: Vector = [-Math.sin(east), Math.cos(east), 0]
  return wrapFull(radians(Math.atan2(dot(vector, eastward), dot(vector, northward))))
}

/** Aims at the point of the track this far ahead. */
const lookAhead: Metres = 150
/** The largest angle at which the boat returns to the track. */
const largestCorrection = degrees(40)

/** True course over ground that leads back to the track and along it. */
export const courseToSteer = ({
  bearing,
  crossTrack,
}: Pick<TrackPlace, 'bearing' | 'crossTrack'>): Radians => {
  const correction = Math.min(Math.atan2(Math.abs(crossTrack), lookAhead), largestCorrection)
  return wrapFull(radians(bearing - Math.sign(crossTrack) * correction))
}
