import { wrapFull, radians, type Position, type Radians } from '@marinedata/model'

const metresPerDegree = 111_195
const radian = 180 / Math.PI

/** Flat-earth approximation, good for a few hundred metres. */
export const placeFrom = ({ latitude, longitude }: Position, way: Radians, metres: number): Position => {
  const perDegreeEast = metresPerDegree * Math.cos(latitude / radian)
  return {
    latitude: latitude + (metres * Math.cos(way)) / metresPerDegree,
    longitude: longitude + (metres * Math.sin(way)) / perDegreeEast,
  }
}

const northAndEast = (from: Position, to: Position): readonly [number, number] => [
  (to.latitude - from.latitude) * metresPerDegree,
  (to.longitude - from.longitude) * metresPerDegree * Math.cos(from.latitude / radian),
]

/** Metres. */
export const distanceBetween = (from: Position, to: Position): number => Math.hypot(...northAndEast(from, to))

export const wayBetween = (from: Position, to: Position): Radians => {
  const [north, east] = northAndEast(from, to)
  return wrapFull(radians(Math.atan2(east, north)))
}
