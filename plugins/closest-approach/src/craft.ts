import { degrees, earthRadius, type Metres, type MetresPerSecond, type Radians } from '@marinedata/model'
import type { Position } from '@marinedata/plugin-api'
import type { Seconds } from './units.ts'

/**
 * A point or direction in space, from the centre of a unit sphere. So the date line and the poles need no special case.
 */
export type Vector = readonly [x: number, y: number, z: number]

export const dot = ([a, b, c]: Vector, [x, y, z]: Vector): number => a * x + b * y + c * z
export const sum = ([a, b, c]: Vector, [x, y, z]: Vector): Vector => [a + x, b + y, c + z]
export const scaled = ([x, y, z]: Vector, factor: number): Vector => [x * factor, y * factor, z * factor]

/** A moving craft: position, course and speed over ground. */
export interface Craft {
  readonly place: Vector
  /** The direction of the course. */
  readonly ahead: Vector
  readonly speed: MetresPerSecond
}

/** The velocity per second as a vector. */
export const velocityOf = ({ ahead, speed }: Craft): Vector => scaled(ahead, speed / earthRadius)

export interface Motion {
  readonly position: Position
  /** From true north. */
  readonly course: Radians
  readonly speed: MetresPerSecond
}

export const craftOf = ({ position, course, speed }: Motion): Craft => {
  const [latitude, longitude] = [degrees(position.latitude), degrees(position.longitude)]
  const [upward, outward] = [Math.sin(latitude), Math.cos(latitude)]
  const north: Vector = [-upward * Math.cos(longitude), -upward * Math.sin(longitude), outward]
  const east: Vector = [-Math.sin(longitude), Math.cos(longitude), 0]
  return {
    place: [outward * Math.cos(longitude), outward * Math.sin(longitude), upward],
    ahead: sum(scaled(north, Math.cos(course)), scaled(east, Math.sin(course))),
    speed,
  }
}

/** The same craft later, on a great circle with the same course and speed. */
export const later = ({ place, ahead, speed }: Craft, seconds: Seconds): Craft => {
  const angle = (speed * seconds) / earthRadius
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  return {
    place: sum(scaled(place, cosine), scaled(ahead, sine)),
    ahead: sum(scaled(ahead, cosine), scaled(place, -sine)),
    speed,
  }
}

export const distanceBetween = ({ place: [a, b, c] }: Craft, { place: [x, y, z] }: Craft): Metres =>
  2 * earthRadius * Math.asin(Math.min(1, Math.hypot(a - x, b - y, c - z) / 2))
