import type { Place } from '#boat/reading.ts'
import {
  directionOf,
  lengthOf,
  moved,
  offsetFrom,
  placeFrom,
  type Offset,
} from '#screens/anchor/drawing/plane.ts'

/** As it is seen from the boat: radians from true north, and metres. Undefined while it is being typed. */
export interface Sight {
  readonly bearing: number | undefined
  readonly metres: number | undefined
}

/** Where the anchor is said to lie: by how it is seen from the boat, which goes with the boat, or by its place, which stays. */
export type Spot = ({ readonly kind: 'seen' } & Sight) | { readonly kind: 'placed'; readonly place: Place }

const here: Offset = { east: 0, north: 0 }

/** The place of a spot; undefined while nobody can know it. */
export const placeOf = (spot: Spot, boat: Place | undefined): Place | undefined => {
  if (spot.kind === 'placed') return spot.place
  const { bearing, metres } = spot
  if (boat === undefined || metres === undefined) return undefined
  if (metres === 0) return boat
  return bearing === undefined ? undefined : placeFrom(boat, moved(here, bearing, metres))
}

/** How a spot is seen from where the boat is. */
export const sightOf = (spot: Spot, boat: Place | undefined): Sight => {
  if (spot.kind === 'seen') return spot
  if (boat === undefined) return { bearing: undefined, metres: undefined }
  const offset = offsetFrom(boat, spot.place)
  return { bearing: directionOf(offset), metres: lengthOf(offset) }
}

const route = /^at\/(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/

/** The place that an address asks for: `at/54.123456,10.123456`. */
export const placeInRoute = (rest: string): Place | undefined => {
  const found = route.exec(rest)
  if (found === null) return undefined
  const [latitude, longitude] = [Number(found[1]), Number(found[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}
