import type { Place } from '#boat/reading.ts'
import { wrapLongitude } from './earth.ts'

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
