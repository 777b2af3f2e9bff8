import type { Place } from '#boat/reading.ts'

/** Metres from where the drawing begins: to the east, and to the north. */
export interface Offset {
  readonly east: number
  readonly north: number
}

const metresPerDegree = 111_195
const degree = Math.PI / 180

/** Over the reach of an anchor chain the earth is flat; across the dateline too. */
export const offsetFrom = (origin: Place, place: Place): Offset => {
  const east = ((((place.longitude - origin.longitude + 180) % 360) + 360) % 360) - 180
  return {
    east: east * metresPerDegree * Math.cos(origin.latitude * degree),
    north: (place.latitude - origin.latitude) * metresPerDegree,
  }
}

const lengthOf = ({ east, north }: Offset): number => Math.hypot(east, north)

export const distanceBetween = (one: Place, other: Place): number => lengthOf(offsetFrom(one, other))

/** So many metres on, in a direction from true north in radians. */
export const moved = ({ east, north }: Offset, direction: number, metres: number): Offset => ({
  east: east + metres * Math.sin(direction),
  north: north + metres * Math.cos(direction),
})
