import { degree } from '@marinedata/model'
import type { QuantityKind } from './quantities.ts'

const fullTurn = 2 * Math.PI

/** The shorter way from one angle to the other, in the unit of `whole`, which is a full turn. Within ± half of it. */
export const turn = (from: number, to: number, whole: number): number => {
  const difference = (to - from) % whole
  if (difference > whole / 2) return difference - whole
  return difference <= -whole / 2 ? difference + whole : difference
}

/** Wraps an angle into (−π, π] when the samples had a sign, else into [0, 2π). */
export const wrapAngle = (angle: number, isSigned: boolean): number => {
  const half = turn(0, angle, fullTurn)
  if (isSigned || half >= 0) return half + 0
  const full = half + fullTurn
  // A tiny negative angle plus 2π rounds to 2π.
  return full >= fullTurn ? 0 : full
}

/** Unit vectors, so that angles and positions are averaged as directions: the mean of 359° and 1° is 0°. */
export type Vector = readonly [x: number, y: number, z: number]

export const vectorOf = (kind: QuantityKind, first: number, second = 0): Vector => {
  if (kind === 'linear') return [first, 0, 0]
  if (kind === 'angle') return [Math.cos(first), Math.sin(first), 0]
  const [latitude, longitude] = [first * degree, second * degree]
  const level = Math.cos(latitude)
  return [level * Math.cos(longitude), level * Math.sin(longitude), Math.sin(latitude)]
}

/** The angle or the position of a sum of vectors; undefined when they cancel each other. */
export const directionOf = ([x, y, z]: Vector, count: number): Vector | undefined =>
  Math.hypot(x, y, z) < 1e-9 * count ? undefined : [x, y, z]

export const angleOf = ([x, y]: Vector): number => Math.atan2(y, x)

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

export const placeOf = ([x, y, z]: Vector): Place => ({
  latitude: Math.atan2(z, Math.hypot(x, y)) / degree,
  longitude: Math.atan2(y, x) / degree,
})

/** The direction of the sum of all directions; the first one when they cancel each other. Not empty. */
export const meanAngle = (angles: readonly number[]): number => {
  let [x, y] = [0, 0]
  for (const angle of angles) {
    x += Math.cos(angle)
    y += Math.sin(angle)
  }
  const direction = directionOf([x, y, 0], angles.length)
  const isSigned = angles.some((angle) => angle < 0)
  return wrapAngle(direction === undefined ? (angles[0] ?? 0) : angleOf(direction), isSigned)
}

/** The middle of positions on the sphere; the first one when they cancel each other. Not empty. */
export const meanPosition = (latitudes: readonly number[], longitudes: readonly number[]): Place => {
  let [x, y, z] = [0, 0, 0]
  latitudes.forEach((latitude, index) => {
    const vector = vectorOf('position', latitude, longitudes[index])
    x += vector[0]
    y += vector[1]
    z += vector[2]
  })
  const direction = directionOf([x, y, z], latitudes.length)
  return direction === undefined
    ? { latitude: latitudes[0] ?? 0, longitude: longitudes[0] ?? 0 }
    : placeOf(direction)
}
