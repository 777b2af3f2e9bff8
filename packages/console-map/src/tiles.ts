import type { ReadableChart } from '@marinedata/model'
import { nearestX, worldWidth, type MapPoint, toMap } from './earth.ts'
import type { Viewport } from './viewport.ts'
import type { Colours } from './pen.ts'

/** A tile; `x` may lie in another copy of the world. */
export interface TileSpot {
  readonly z: number
  readonly x: number
  readonly y: number
}

const maxTilesPerView = 64

/** The deepest zoom of the coastline that is part of the server. Beyond it, it is only an outline. */
export const deepestCoast = 8

/** Side of a tile in map metres. */
export const tileSide = ({ z }: Pick<TileSpot, 'z'>): number => worldWidth / 2 ** z

/** The north-west corner. */
export const cornerOf = (spot: TileSpot): MapPoint => {
  const side = tileSide(spot)
  return [spot.x * side - worldWidth / 2, worldWidth / 2 - spot.y * side]
}

/** Address on the server: the same in every copy of the world. */
export const addressOf = ({ z, x, y }: TileSpot): string => {
  const count = 2 ** z
  return `${z}/${((x % count) + count) % count}/${y}`
}

export const parentOf = ({ z, x, y }: TileSpot): TileSpot | undefined =>
  z === 0 ? undefined : { z: z - 1, x: Math.floor(x / 2), y: Math.floor(y / 2) }

/** Tiles of a zoom level that are visible in a viewport of any rotation. */
export const tilesIn = (viewport: Viewport, zoom: number): TileSpot[] => {
  const z = Math.max(0, zoom)
  const side = tileSide({ z })
  const { width, height } = viewport
  const corners = (
    [
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
    ] as const
  ).map((pixel) => viewport.pointAt(pixel))
  const xs = corners.map(([x]) => (x + worldWidth / 2) / side)
  const ys = corners.map(([, y]) => (worldWidth / 2 - y) / side)
  const [west, east] = [Math.floor(Math.min(...xs)), Math.floor(Math.max(...xs))]
  const [north, south] = [
    Math.max(0, Math.floor(Math.min(...ys))),
    Math.min(2 ** z - 1, Math.floor(Math.max(...ys))),
  ]
  const spots: TileSpot[] = []
  for (let y = north; y <= south; y++)
    for (let x = west; x <= east && spots.length < maxTilesPerView; x++) spots.push({ z, x, y })
  return spots
}

/** Canvas and colours for drawing tiles. */
export interface Painting {
  readonly context: CanvasRenderingContext2D
  readonly viewport: Viewport
  readonly colours: Colours
}

/** Pixels along one side of a tile. */
export const sidePixels = (spot: TileSpot, { resolution }: Viewport): number => tileSide(spot) / resolution

/**
 * Draws in tile units at the position of the tile.
 * @param units along one side of it
 */
export const inTile = (
  { context, viewport }: Painting,
  { spot, units }: { readonly spot: TileSpot; readonly units: number },
  draw: (pixelsPerUnit: number) => void,
): void => {
  const [x, y] = viewport.pixelOf(cornerOf(spot))
  const scale = sidePixels(spot, viewport) / units
  context.save()
  context.translate(x, y)
  context.rotate(viewport.rotation)
  context.scale(scale, scale)
  draw(scale)
  context.restore()
}

type Held<Tile> = { readonly tile: Tile } | 'empty' | 'coming' | { readonly failedAt: number }

const maxCachedTiles = 160
const deadlineMs = 10_000
/** Time before a failed tile is requested again. */
const patienceMs = 5_000
/** No land or no chart at that place. */
const noContent = 204

interface TileStoreOptions<Tile> {
  readonly urlOf: (address: string) => string
  /** @throws if the tile is invalid */
  readonly read: (bytes: Uint8Array) => Tile
  /** Called when a new tile can be drawn. */
  readonly onNews: () => void
}

/** A cache of tiles; evicts those not used for longest. */
export class TileStore<Tile> implements Disposable {
  readonly #held = new Map<string, Held<Tile>>()
  readonly #options: TileStoreOptions<Tile>
  readonly #ending = new AbortController()

  constructor(options: TileStoreOptions<Tile>) {
    this.#options = options
  }

  /** The tile, or `empty` if there is nothing to draw. Undefined while unknown; then it is requested. */
  get(spot: TileSpot): Tile | 'empty' | undefined {
    const address = addressOf(spot)
    const held = this.#held.get(address)
    if (held === undefined || isWorthAnotherTry(held)) void this.#load(address)
    else this.#touch(address, held)
    return known(held)
  }

  /** Like `get`, without a request. */
  peek(spot: TileSpot): Tile | 'empty' | undefined {
    return known(this.#held.get(addressOf(spot)))
  }

  [Symbol.dispose](): void {
    this.#ending.abort()
  }

  #touch(address: string, held: Held<Tile>): void {
    this.#held.delete(address)
    this.#held.set(address, held)
    const [oldest] = this.#held.keys()
    if (this.#held.size > maxCachedTiles && oldest !== undefined) this.#held.delete(oldest)
  }

  async #load(address: string): Promise<void> {
    this.#touch(address, 'coming')
    const { urlOf, read, onNews } = this.#options
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(deadlineMs)])
    try {
      const response = await fetch(urlOf(address), { signal })
      if (!response.ok) throw new TypeError(`The tile at ${address} did not come`)
      const bytes = new Uint8Array(await response.arrayBuffer())
      this.#touch(address, response.status === noContent ? 'empty' : { tile: read(bytes) })
      onNews()
    } catch {
      // Shown as sea until it arrives; the chart never claims that there is no land.
      this.#touch(address, { failedAt: performance.now() })
    }
  }
}

const known = <Tile>(held: Held<Tile> | undefined): Tile | 'empty' | undefined => {
  if (held === 'empty') return held
  return typeof held === 'object' && 'tile' in held ? held.tile : undefined
}

const isWorthAnotherTry = (held: Held<unknown>): boolean =>
  typeof held === 'object' && 'failedAt' in held && performance.now() - held.failedAt > patienceMs

/** Converts paths of x, y, x, y … to a canvas path. */
export const pathOf = (paths: readonly (readonly number[])[], isClosed: boolean): Path2D => {
  const drawn = new Path2D()
  for (const path of paths) {
    drawn.moveTo(path[0] ?? 0, path[1] ?? 0)
    for (let at = 2; at < path.length; at += 2) drawn.lineTo(path[at] ?? 0, path[at + 1] ?? 0)
    if (isClosed) drawn.closePath()
  }
  return drawn
}

/** West, south, east, north in map metres. Across the date line, east lies in the next copy of the world. */
export type Extent = readonly [left: number, bottom: number, right: number, top: number]

export const extentOf = ({ bounds: [west, south, east, north] }: Pick<ReadableChart, 'bounds'>): Extent => {
  const [left, bottom] = toMap({ latitude: south, longitude: west })
  const [right, top] = toMap({ latitude: north, longitude: east })
  return [left, bottom, right < left ? right + worldWidth : right, top]
}

/** Whether a tile in any copy of the world lies on a chart. */
export const touches = ([left, bottom, right, top]: Extent, spot: TileSpot): boolean => {
  const side = tileSide(spot)
  const [x, north] = cornerOf(spot)
  const west = nearestX(x + side / 2, (left + right) / 2) - side / 2
  return west < right && west + side > left && north - side < top && north > bottom
}
