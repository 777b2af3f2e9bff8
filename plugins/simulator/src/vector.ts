import { wrapFull, type Radians } from './units.ts'

/** A vector on the water: metres, or metres per second. */
export interface Vector {
  readonly north: number
  readonly east: number
}

/** @param direction from true north */
export const vectorOf = (direction: Radians, length: number): Vector => ({
  north: length * Math.cos(direction),
  east: length * Math.sin(direction),
})

export const sum = (a: Vector, b: Vector): Vector => ({ north: a.north + b.north, east: a.east + b.east })
export const difference = (a: Vector, b: Vector): Vector => ({
  north: a.north - b.north,
  east: a.east - b.east,
})
export const lengthOf = ({ north, east }: Vector): number => Math.hypot(north, east)
export const directionOf = ({ north, east }: Vector): Radians => wrapFull(Math.atan2(east, north))
