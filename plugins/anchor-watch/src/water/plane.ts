import { earthRadius, wrapFull, radians } from '@marinedata/model'
import { degrees, toDegrees, type Metres, type Radians } from './units.ts'

/** A position in degrees. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** A displacement in metres. */
export interface Vector {
  readonly north: Metres
  readonly east: Metres
}

/** @param direction from true north */
export const vectorOf = (direction: Radians, length: Metres): Vector => ({
  north: length * Math.cos(direction),
  east: length * Math.sin(direction),
})

export const sum = (a: Vector, b: Vector): Vector => ({ north: a.north + b.north, east: a.east + b.east })
export const lengthOf = ({ north, east }: Vector): Metres => Math.sqrt(north * north + east * east)
export const directionOf = ({ north, east }: Vector): Radians => wrapFull(radians(Math.atan2(east, north)))

const eastward = (from: number, to: number): number => {
  const around = to - from
  return around > 180 ? around - 360 : around < -180 ? around + 360 : around
}

/** The displacement between two positions: flat earth, which is exact enough within an anchorage. */
export const wayBetween = (from: Place, to: Place): Vector => ({
  north: degrees(to.latitude - from.latitude) * earthRadius,
  east:
    degrees(eastward(from.longitude, to.longitude)) *
    earthRadius *
    Math.cos(degrees((from.latitude + to.latitude) / 2)),
})

export const distanceBetween = (from: Place, to: Place): Metres => lengthOf(wayBetween(from, to))

/** The position after a displacement. */
export const moved = ({ latitude, longitude }: Place, { north, east }: Vector): Place => {
  const further = longitude + toDegrees(radians(east / (earthRadius * Math.cos(degrees(latitude)))))
  return {
    latitude: latitude + toDegrees(radians(north / earthRadius)),
    longitude: further > 180 ? further - 360 : further < -180 ? further + 360 : further,
  }
}
