import { degree } from '@marinedata/model'
import type { Place } from '#boat/reading.ts'

/** Metres east and north of the origin. */
export interface Offset {
  readonly east: number
  readonly north: number
}

const metresPerDegree = 111_195

/** Treats the earth as flat, which is accurate enough at anchor; works across the date line. */
export const offsetFrom = (origin: Place, place: Place): Offset => {
  const east = ((((place.longitude - origin.longitude + 180) % 360) + 360) % 360) - 180
  return {
    east: east * metresPerDegree * Math.cos(origin.latitude * degree),
    north: (place.latitude - origin.latitude) * metresPerDegree,
  }
}

/** The place at an offset; inverse of `offsetFrom`. */
export const placeFrom = (origin: Place, { east, north }: Offset): Place => {
  const longitude = origin.longitude + east / (metresPerDegree * Math.cos(origin.latitude * degree))
  return {
    latitude: origin.latitude + north / metresPerDegree,
    longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
  }
}

/** Direction of an offset in radians from true north, 0 to a full turn. */
export const directionOf = ({ east, north }: Offset): number =>
  (Math.atan2(east, north) + 2 * Math.PI) % (2 * Math.PI)

export const lengthOf = ({ east, north }: Offset): number => Math.hypot(east, north)

export const distanceBetween = (one: Place, other: Place): number => lengthOf(offsetFrom(one, other))

/** Moves an offset by a distance in a direction (radians from true north). */
export const moved = ({ east, north }: Offset, direction: number, metres: number): Offset => ({
  east: east + metres * Math.sin(direction),
  north: north + metres * Math.cos(direction),
})
