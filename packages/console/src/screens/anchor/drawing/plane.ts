import { degree } from '@marinedata/model'
import type { Place } from '#boat/values.ts'

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

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Converts metres to pixels: offset zero is in the middle, north is up. */
export interface DrawingViewport extends Size {
  readonly pixelsPerMetre: number
}

/** Room around the ring for letters and marks. */
const margin = 30
const leastReach = 20
const ladder = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8, 10] as const

/** Rounds up to a fixed ladder: a scale that changes with every metre is unreadable. */
export const steppedUp = (metres: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(metres, 1)))
  return power * (ladder.find((step) => step * power >= metres - 1e-9) ?? 10)
}

interface Contents {
  /** Radius that must fit completely. */
  readonly ring: number
  /** Distance of the farthest other item. */
  readonly farthest: number
}

/** Metres from the middle to the edge. If the ring contains everything, it alone sets the scale. */
export const reachOf = ({ ring, farthest }: Contents): number =>
  Math.max(leastReach, ring >= farthest ? ring : steppedUp(farthest))

export const frameOf = ({ width, height }: Size, reach: number): DrawingViewport => ({
  width,
  height,
  pixelsPerMetre: Math.max(Math.min(width, height) / 2 - margin, 1) / reach,
})

export const pointAt = (
  { width, height, pixelsPerMetre }: DrawingViewport,
  { east, north }: Offset,
): Point => ({
  x: width / 2 + east * pixelsPerMetre,
  y: height / 2 - north * pixelsPerMetre,
})

/** The offset at a pixel; inverse of the projection. */
export const offsetAt = ({ width, height, pixelsPerMetre }: DrawingViewport, { x, y }: Point): Offset => ({
  east: (x - width / 2) / pixelsPerMetre,
  north: (height / 2 - y) / pixelsPerMetre,
})

/** A round length for the scale bar, within a maximum of pixels. */
export const scaleBarMetres = (
  { pixelsPerMetre }: Pick<DrawingViewport, 'pixelsPerMetre'>,
  mostPixels: number,
): number => {
  const most = mostPixels / pixelsPerMetre
  const power = 10 ** Math.floor(Math.log10(most))
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power
}

/** Known dimensions of the boat, in metres. */
export interface Hull {
  readonly length: number | undefined
  readonly beam: number | undefined
  /** Distance of the antenna behind the bow. */
  readonly fromBow: number | undefined
  /** Distance of the antenna to starboard of the centre line. */
  readonly fromCentre: number | undefined
}

/** The hull in pixels: the antenna at the origin, the bow up. */
interface HullShape {
  /** From the antenna to the bow. */
  readonly ahead: number
  /** From the centre line to the antenna, positive to starboard. */
  readonly aside: number
  readonly length: number
  readonly beam: number
  /** Drawn larger than to scale, to stay visible. */
  readonly isSymbol: boolean
}

const usualLength = 11
const usualSlimness = 0.31
const leastPixels = 26

/** To scale, unless too small to see: then a symbol with the antenna at its position. */
export const hullShape = (
  { length = usualLength, beam = length * usualSlimness, fromBow = length / 2, fromCentre = 0 }: Hull,
  pixelsPerMetre: number,
): HullShape => {
  const isSymbol = length * pixelsPerMetre < leastPixels
  const scale = isSymbol ? leastPixels / length : pixelsPerMetre
  return {
    ahead: Math.min(fromBow, length) * scale,
    aside: fromCentre * scale,
    length: length * scale,
    beam: beam * scale,
    isSymbol,
  }
}

const digits = (value: number): string => value.toFixed(1)

/** Outline of a sailing boat from above. */
export const hullPath = ({ ahead, aside, length, beam }: HullShape): string => {
  const half = beam / 2
  const [port, middle, starboard] = [-half - aside, -aside, half - aside].map(digits)
  const [bow, shoulder, stern] = [-ahead, -ahead + 0.45 * length, -ahead + length].map(digits)
  const [quarterPort, quarterStarboard] = [-0.72 * half - aside, 0.72 * half - aside].map(digits)
  const flare = digits(-ahead + 0.14 * length)
  return (
    `M${middle} ${bow}C${digits(-0.75 * half - aside)} ${flare} ${port} ${digits(-ahead + 0.3 * length)} ${port} ${shoulder}` +
    `L${quarterPort} ${stern}L${quarterStarboard} ${stern}L${starboard} ${shoulder}` +
    `C${starboard} ${digits(-ahead + 0.3 * length)} ${digits(0.75 * half - aside)} ${flare} ${middle} ${bow}Z`
  )
}

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
