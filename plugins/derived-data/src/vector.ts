import { radians, wrapFull, type MetresPerSecond, type Radians } from '@marinedata/model'

/** A velocity, or where a wind comes from, in a plane. `north` may also be the direction of the bow. */
export interface Vector {
  readonly north: number
  readonly east: number
}

export const vectorOf = (direction: Radians, length: number): Vector => ({
  north: length * Math.cos(direction),
  east: length * Math.sin(direction),
})

export const difference = (one: Vector, other: Vector): Vector => ({
  north: one.north - other.north,
  east: one.east - other.east,
})

export const lengthOf = ({ north, east }: Vector): number => Math.hypot(north, east)

/** A slower wind or current has no direction that an instrument could measure. */
const leastSpeed: MetresPerSecond = 0.05

/** In [0, 2π); undefined when the vector is too short to have one. */
export const directionOf = (vector: Vector): Radians | undefined =>
  lengthOf(vector) < leastSpeed ? undefined : wrapFull(radians(Math.atan2(vector.east, vector.north)))
