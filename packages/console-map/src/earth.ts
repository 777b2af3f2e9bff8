import { degrees, distanceBetween, earthRadius, toDegrees, wrapFull, radians } from '@marinedata/model'

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Normalizes a longitude to −180 (included) to 180 (excluded). */
export const wrapLongitude = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180

/** Initial bearing in radians from true north. */
export const bearingBetween = (from: Place, to: Place): number => {
  const [south, north] = [degrees(from.latitude), degrees(to.latitude)]
  const east = degrees(to.longitude - from.longitude)
  const y = Math.sin(east) * Math.cos(north)
  const x = Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(east)
  return wrapFull(radians(Math.atan2(y, x)))
}

/** The place at a distance (metres) in a direction. */
export const placeFrom = (from: Place, bearing: number, distance: number): Place => {
  const angle = distance / earthRadius
  const south = degrees(from.latitude)
  const sine = Math.sin(south) * Math.cos(angle) + Math.cos(south) * Math.sin(angle) * Math.cos(bearing)
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(south),
    Math.cos(angle) - Math.sin(south) * sine,
  )
  return {
    latitude: toDegrees(radians(Math.asin(Math.max(-1, Math.min(1, sine))))),
    longitude: wrapLongitude(from.longitude + toDegrees(radians(east))),
  }
}

/** Length of a path in metres. */
export const lengthOf = (points: readonly Place[]): number =>
  points.reduce((sum, point, at) => sum + distanceBetween(points[at - 1] ?? point, point), 0)

const minutes = (angle: number, digits: number): string => {
  // Rounded before it is split; otherwise 59.9996 minutes would be written as 60.
  const whole = Math.round(Math.abs(angle) * 60_000)
  return `${String(Math.floor(whole / 60_000)).padStart(digits, '0')}°${((whole % 60_000) / 1_000).toFixed(3).padStart(6, '0')}′`
}

export const latitudeText = (latitude: number): string => `${minutes(latitude, 2)}${latitude < 0 ? 'S' : 'N'}`
export const longitudeText = (longitude: number): string =>
  `${minutes(longitude, 3)}${longitude < 0 ? 'W' : 'E'}`

/** Degrees and minutes: `59°48.000′N 022°54.000′E`. */
export const placeText = ({ latitude, longitude }: Place): string =>
  `${latitudeText(latitude)} ${longitudeText(longitude)}`

/** A point of the Mercator map: metres east of Greenwich and north of the equator, true at the equator only. */
export type MapPoint = readonly [x: number, y: number]

const radius = 6_378_137
/** Circumference in map metres. */
export const worldWidth = 2 * Math.PI * radius
/** The map is square and ends here. */
const mostLatitude = 85.051_128_8

/** The same meridian in the copy of the world nearest to another point, so that nothing jumps at the date line. */
export const nearestX = (x: number, to: number): number => x + Math.round((to - x) / worldWidth) * worldWidth

/** The map point of a place. */
export const toMap = ({ latitude, longitude }: Place): MapPoint => {
  const bounded = Math.max(-mostLatitude, Math.min(mostLatitude, latitude))
  return [(longitude / 360) * worldWidth, radius * Math.atanh(Math.sin((bounded * Math.PI) / 180))]
}

/** The place of a map point in any copy of the world. */
export const toPlace = ([x, y]: MapPoint): Place => ({
  latitude: (Math.asin(Math.tanh(y / radius)) * 180) / Math.PI,
  longitude: wrapLongitude((x / worldWidth) * 360),
})

/** Metres on the water per map metre at this y. */
export const trueScale = (y: number): number => 1 / Math.cosh(y / radius)

/** Size of a tile in pixels, which defines the zoom levels. */
const tilePixels = 256

export const zoomOf = (resolution: number): number => Math.log2(worldWidth / tilePixels / resolution)
export const resolutionOf = (zoom: number): number => worldWidth / tilePixels / 2 ** zoom
