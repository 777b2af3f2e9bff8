import { nauticalMile } from '@marinedata/model'
import { resolutionOf, toMap, trueScale, zoomOf, nearestX, type MapPoint, type Place } from './earth.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Travel time that fits a third of the screen when the chart opens. */
const travelSeconds = 900
/** At a lower or unknown speed the surroundings matter more than the way ahead. */
const leastSpeed = 3 * (nauticalMile / 3_600)
export const zoomLimits = { least: 2, opening: 9, most: 18 } as const

interface Opening {
  readonly latitude: number
  /** Speed over ground in metres per second; undefined if unknown. */
  readonly speed: number | undefined
  readonly size: Size
}

/** The map resolution at which a quarter of an hour of travel takes a third of the screen. */
export const openingResolution = ({ latitude, speed = 0, size }: Opening): number => {
  const metres = Math.max(speed, leastSpeed) * travelSeconds
  const perPixel = metres / (Math.min(size.width, size.height) / 3)
  const [, y] = toMap({ latitude, longitude: 0 })
  const zoom = zoomOf(perPixel / trueScale(y))
  return resolutionOf(Math.min(zoomLimits.most, Math.max(zoomLimits.opening, zoom)))
}

export type Pixel = readonly [x: number, y: number]

export interface Sight extends Size {
  readonly center: MapPoint
  /** Map metres per pixel. */
  readonly resolution: number
  /** Clockwise rotation of the map. */
  readonly rotation: number
}

/** The visible part of the map, with conversions between map and screen. */
export class Viewport implements Sight {
  readonly center: MapPoint
  readonly resolution: number
  readonly rotation: number
  readonly width: number
  readonly height: number
  readonly #cosine: number
  readonly #sine: number

  constructor({ center, resolution, rotation, width, height }: Sight) {
    this.center = center
    this.resolution = resolution
    this.rotation = rotation
    this.width = width
    this.height = height
    this.#cosine = Math.cos(rotation)
    this.#sine = Math.sin(rotation)
  }

  get zoom(): number {
    return zoomOf(this.resolution)
  }

  /** Metres on the water per pixel in the middle of the screen. */
  get metresPerPixel(): number {
    return this.resolution * trueScale(this.center[1])
  }

  /** Pixel of a map point, in the copy of the world that the point is given in. */
  pixelOf([x, y]: MapPoint): Pixel {
    const [right, down] = [(x - this.center[0]) / this.resolution, (this.center[1] - y) / this.resolution]
    return [
      this.width / 2 + right * this.#cosine - down * this.#sine,
      this.height / 2 + right * this.#sine + down * this.#cosine,
    ]
  }

  pointAt([x, y]: Pixel): MapPoint {
    const [right, down] = [x - this.width / 2, y - this.height / 2]
    return [
      this.center[0] + (right * this.#cosine + down * this.#sine) * this.resolution,
      this.center[1] - (down * this.#cosine - right * this.#sine) * this.resolution,
    ]
  }

  /** Pixel of a place, in the visible copy of the world. */
  pixelOfPlace(place: Place): Pixel {
    const [x, y] = toMap(place)
    return this.pixelOf([nearestX(x, this.center[0]), y])
  }

  /** Pixels for a length in metres at a place. */
  pixelsFor(metres: number, { latitude }: Place): number {
    const [, y] = toMap({ latitude, longitude: 0 })
    return metres / (this.resolution * trueScale(y))
  }

  isOnScreen([x, y]: Pixel, margin = 0): boolean {
    return x >= -margin && y >= -margin && x <= this.width + margin && y <= this.height + margin
  }

  /** The centre that puts a map point at this pixel offset from the middle. */
  centerFor([x, y]: MapPoint, [right, down]: Pixel): MapPoint {
    return [
      x - (right * this.#cosine + down * this.#sine) * this.resolution,
      y + (down * this.#cosine - right * this.#sine) * this.resolution,
    ]
  }
}

interface Motion {
  /** Course over ground from true north; undefined if unknown. */
  readonly course: number | undefined
  readonly speed: number | undefined
}

/** Share of the screen by which the boat is set back. */
const share = 0.2
/** Metres per second: below the first the boat is at rest, from the second on it is fully set back. */
const [still, full] = [0.5, 2]

/**
 * Position of the boat in pixels right of and below the middle: set back, so that more is visible ahead than astern.
 */
export const lookAhead = (
  { course, speed }: Motion,
  rotation: number,
  size: Size,
): readonly [number, number] => {
  if (course === undefined || speed === undefined || speed <= still) return [0, 0]
  const amount = share * Math.min(1, (speed - still) / (full - still))
  const onScreen = course + rotation
  return [-Math.sin(onScreen) * size.width * amount, Math.cos(onScreen) * size.height * amount]
}

/** Touch radius in pixels. */
const reach = 24

/** The touched item; the first of two equally near ones. Undefined if all are too far. */
export const nearest = <Thing extends { readonly place: Place }>(
  viewport: Viewport,
  things: readonly Thing[],
  [x, y]: Pixel,
): Thing | undefined => {
  let [found, least]: [Thing | undefined, number] = [undefined, reach]
  for (const thing of things) {
    const [right, down] = viewport.pixelOfPlace(thing.place)
    const distance = Math.hypot(right - x, down - y)
    if (distance < least) [found, least] = [thing, distance]
  }
  return found
}
