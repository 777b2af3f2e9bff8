import type { Place } from '#boat/reading.ts'
import { nearestX, toMap, trueScale, zoomOf, type MapPoint } from './mercator.ts'
import type { Size } from './scale.ts'

export type Pixel = readonly [x: number, y: number]

export interface Sight extends Size {
  readonly center: MapPoint
  /** Map metres per pixel. */
  readonly resolution: number
  /** Clockwise rotation of the map. */
  readonly rotation: number
}

/** The visible part of the map, with conversions between map and screen. */
export class Frame implements Sight {
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
