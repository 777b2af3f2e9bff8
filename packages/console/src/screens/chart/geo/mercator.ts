import type { Place } from '#boat/reading.ts'
import { wrapLongitude } from './earth.ts'

/** A point of the flat map: metres east of Greenwich and north of the equator, true only at the equator. */
export type MapPoint = readonly [x: number, y: number]

const radius = 6_378_137
/** Eastwards once around. */
export const worldWidth = 2 * Math.PI * radius
/** The map is square: nearer to the poles it does not reach. */
const mostLatitude = 85.051_128_8

/** The same meridian in the copy of the world that lies nearest to another; so nothing jumps at the date line. */
export const nearestX = (x: number, to: number): number => x + Math.round((to - x) / worldWidth) * worldWidth

/** Where a place is on the map. */
export const toMap = ({ latitude, longitude }: Place): MapPoint => {
  const bounded = Math.max(-mostLatitude, Math.min(mostLatitude, latitude))
  return [(longitude / 360) * worldWidth, radius * Math.atanh(Math.sin((bounded * Math.PI) / 180))]
}

/** Which place is there on the map, whichever copy of the world it is. */
export const toPlace = ([x, y]: MapPoint): Place => ({
  latitude: (Math.asin(Math.tanh(y / radius)) * 180) / Math.PI,
  longitude: wrapLongitude((x / worldWidth) * 360),
})

/** Metres on the water for one metre of the map at that height. */
export const trueScale = (y: number): number => 1 / Math.cosh(y / radius)

/** The side of a tile in pixels, by which zooms are counted. */
const tilePixels = 256

export const zoomOf = (resolution: number): number => Math.log2(worldWidth / tilePixels / resolution)
export const resolutionOf = (zoom: number): number => worldWidth / tilePixels / 2 ** zoom
