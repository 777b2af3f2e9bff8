import { coastShapes } from './coast-shapes.ts'
import { pathOf } from './path-of.ts'
import { TileStore } from './tile-store.ts'

/** A tile of the coast that can be drawn at once. */
export interface CoastTile {
  readonly land: Path2D
  readonly coast: Path2D
}

export type CoastTiles = TileStore<CoastTile>

/** The coasts of the world, which come with the server. */
export const openCoast = (onNews: () => void): CoastTiles =>
  new TileStore({
    urlOf: (address) => `/charts/coast/${address}`,
    read: (bytes) => {
      const { land, coast } = coastShapes(bytes)
      return { land: pathOf(land, true), coast: pathOf(coast, false) }
    },
    onNews,
  })
