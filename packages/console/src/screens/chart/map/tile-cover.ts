import type { Frame } from '#screens/chart/geo/frame.ts'
import { worldWidth, type MapPoint } from '#screens/chart/geo/mercator.ts'

/** A tile; `x` may lie in another copy of the world. */
export interface TileSpot {
  readonly z: number
  readonly x: number
  readonly y: number
}

const mostTiles = 64

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

/** Tiles of a zoom level that are visible in a frame of any rotation. */
export const tilesIn = (frame: Frame, zoom: number): TileSpot[] => {
  const z = Math.max(0, zoom)
  const side = tileSide({ z })
  const { width, height } = frame
  const corners = (
    [
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
    ] as const
  ).map((pixel) => frame.pointAt(pixel))
  const xs = corners.map(([x]) => (x + worldWidth / 2) / side)
  const ys = corners.map(([, y]) => (worldWidth / 2 - y) / side)
  const [west, east] = [Math.floor(Math.min(...xs)), Math.floor(Math.max(...xs))]
  const [north, south] = [
    Math.max(0, Math.floor(Math.min(...ys))),
    Math.min(2 ** z - 1, Math.floor(Math.max(...ys))),
  ]
  const spots: TileSpot[] = []
  for (let y = north; y <= south; y++)
    for (let x = west; x <= east && spots.length < mostTiles; x++) spots.push({ z, x, y })
  return spots
}
