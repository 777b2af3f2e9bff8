import { coastShapes } from './coast-shapes.ts'
import { pathOf } from './path-of.ts'
import { TileStore } from './tile-store.ts'

/** A coast tile ready to draw. */
export interface CoastTile {
  readonly land: Path2D
  readonly coast: Path2D
}

export type CoastTiles = TileStore<CoastTile>

/** The world's coastline, which is part of the server. */
export const openCoast = (onNews: () => void): CoastTiles =>
  new TileStore({
    urlOf: (address) => `/charts/coast/${address}`,
    read: (bytes) => {
      const { land, coast } = coastShapes(bytes)
      return { land: pathOf(land, true), coast: pathOf(coast, false) }
    },
    onNews,
  })
