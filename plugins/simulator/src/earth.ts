import { earthRadius } from '@marinedata/model'
import type { Position } from '@marinedata/plugin-api'
import { degrees, inDegrees } from './units.ts'
import type { Vector } from './vector.ts'

/** The position after a displacement; flat earth within a day's sail. */
export const moved = ({ latitude, longitude }: Position, { north, east }: Vector): Position => {
  const further = longitude + inDegrees(east / (earthRadius * Math.cos(degrees(latitude))))
  return {
    latitude: Math.max(-89, Math.min(89, latitude + inDegrees(north / earthRadius))),
    longitude: further > 180 ? further - 360 : further <= -180 ? further + 360 : further,
  }
}

/** The displacement between two positions, in metres. */
export const wayBetween = (from: Position, to: Position): Vector => {
  const around = to.longitude - from.longitude
  const eastward = around > 180 ? around - 360 : around < -180 ? around + 360 : around
  const middle = degrees((from.latitude + to.latitude) / 2)
  return {
    north: degrees(to.latitude - from.latitude) * earthRadius,
    east: degrees(eastward) * earthRadius * Math.cos(middle),
  }
}
