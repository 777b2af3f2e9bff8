import { earthRadius, nauticalMiles, toDegrees, radians, type Position } from '@marinedata/model'

const practiceDistance = nauticalMiles(0.2)

/** A place 0.2 NM away, in a direction in radians. */
export const destinationPoint = ({ latitude, longitude }: Position, direction: number): Position => {
  const angle = practiceDistance / earthRadius
  const north = toDegrees(radians(angle * Math.cos(direction)))
  const east = toDegrees(radians((angle * Math.sin(direction)) / Math.cos((latitude * Math.PI) / 180)))
  return { latitude: latitude + north, longitude: ((longitude + east + 540) % 360) - 180 }
}
