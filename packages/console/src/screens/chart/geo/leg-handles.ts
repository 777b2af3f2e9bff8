import { distanceBetween } from '@marinedata/model'
import type { Place } from '#boat/values.ts'
import { bearingBetween, placeFrom } from '@marinedata/console-map/earth'
import type { Pixel, Viewport } from '@marinedata/console-map'

/** The middle of a leg, which inserts a point there. */
export interface LegHandle {
  /** Index that the new point gets. */
  readonly index: number
  readonly place: Place
  readonly pixel: Pixel
}

/** A shorter leg has no handle: it would lie on the points. */
const leastPixels = 72

const middleOf = (from: Place, to: Place): Place =>
  placeFrom(from, bearingBetween(from, to), distanceBetween(from, to) / 2)

/** The handles of all legs that are long enough on the screen. */
export const legHandles = (viewport: Viewport, points: readonly Place[]): LegHandle[] =>
  points.slice(1).flatMap((to, at) => {
    const from = points[at] ?? to
    const [[x, y], [endX, endY]] = [viewport.pixelOfPlace(from), viewport.pixelOfPlace(to)]
    if (Math.hypot(endX - x, endY - y) < leastPixels) return []
    const place = middleOf(from, to)
    return [{ index: at + 1, place, pixel: viewport.pixelOfPlace(place) }]
  })

const distanceToPart = ([x, y]: Pixel, [fromX, fromY]: Pixel, [toX, toY]: Pixel): number => {
  const [right, down] = [toX - fromX, toY - fromY]
  const length = right ** 2 + down ** 2
  const share = length === 0 ? 0 : ((x - fromX) * right + (y - fromY) * down) / length
  const within = Math.min(1, Math.max(0, share))
  return Math.hypot(x - fromX - within * right, y - fromY - within * down)
}

/** Distance of a pixel to a path of pixels; infinite to a path without a part. */
export const distanceToPath = (at: Pixel, path: readonly Pixel[]): number =>
  path.slice(1).reduce((least, to, index) => {
    const from = path[index] ?? to
    return Math.min(least, distanceToPart(at, from, to))
  }, Number.POSITIVE_INFINITY)
