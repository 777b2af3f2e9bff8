import type { Place } from '#boat/reading.ts'
import {
  directionOf,
  lengthOf,
  moved,
  offsetFrom,
  placeFrom,
  type Offset,
} from '#screens/anchor/drawing/plane.ts'

/** Bearing and distance from the boat: radians from true north, and metres. Undefined while being typed. */
export interface Sight {
  readonly bearing: number | undefined
  readonly metres: number | undefined
}

/** The anchor's position: relative to the boat, which moves with the boat, or absolute. */
export type Spot = ({ readonly kind: 'seen' } & Sight) | { readonly kind: 'placed'; readonly place: Place }

const here: Offset = { east: 0, north: 0 }

/** The absolute position; undefined while unknown. */
export const placeOf = (spot: Spot, boat: Place | undefined): Place | undefined => {
  if (spot.kind === 'placed') return spot.place
  const { bearing, metres } = spot
  if (boat === undefined || metres === undefined) return undefined
  if (metres === 0) return boat
  return bearing === undefined ? undefined : placeFrom(boat, moved(here, bearing, metres))
}

/** Bearing and distance of a position from the boat. */
export const sightOf = (spot: Spot, boat: Place | undefined): Sight => {
  if (spot.kind === 'seen') return spot
  if (boat === undefined) return { bearing: undefined, metres: undefined }
  const offset = offsetFrom(boat, spot.place)
  return { bearing: directionOf(offset), metres: lengthOf(offset) }
}

const route = /^at\/(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/

/** Parses a place in the address: `at/54.123456,10.123456`. */
export const placeInRoute = (rest: string): Place | undefined => {
  const found = route.exec(rest)
  if (found === null) return undefined
  const [latitude, longitude] = [Number(found[1]), Number(found[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}
