import { layersOf } from '#screens/chart/vector/vector-tile.ts'
import {
  pathOf,
  TileStore,
  coarseZoom,
  deepestCoast,
  parentOf,
  tilesIn,
  type TileSpot,
  inTile,
  type Painting,
} from './tiles.ts'

/** Paths of one tile as x, y, x, y … in tile units; land paths are closed. */
interface CoastShapes {
  readonly land: readonly (readonly number[])[]
  readonly coast: readonly (readonly number[])[]
}

/** Units along one side of a tile. */
const tileExtent = 4096

/**
 * Parses a tile of the coast.
 * @throws RangeError if it is invalid
 */
export const coastShapes = (bytes: Uint8Array): CoastShapes => {
  const layers = layersOf(bytes)
  const pathsIn = (wanted: string): (readonly number[])[] =>
    layers
      .filter(({ name }) => name === wanted)
      .flatMap(({ features }) => features.flatMap(({ paths }) => paths))
  return { land: pathsIn('land'), coast: pathsIn('coast') }
}

/** A coast tile ready to draw. */
interface CoastTile {
  readonly land: Path2D
  readonly coast: Path2D
}

type CoastTiles = TileStore<CoastTile>

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

const coastWidth = 1.5
/** Pixels: a dashed line says that the coast is not exact. */
const coarseDash = [6, 4]

const drawTile = (painting: Painting, spot: TileSpot, tile: CoastTile): void => {
  const { context, colours } = painting
  const isCoarse = painting.viewport.zoom >= coarseZoom
  inTile(painting, { spot, units: tileExtent }, (scale) => {
    context.fillStyle = colours.land
    if (!isCoarse) context.fill(tile.land)
    context.setLineDash(isCoarse ? coarseDash.map((pixels) => pixels / scale) : [])
    context.strokeStyle = colours.coast
    context.lineWidth = coastWidth / scale
    context.lineJoin = 'round'
    context.stroke(tile.coast)
  })
}

/** Draws a coarser tile while the right one is loading. */
const drawCoarser = (painting: Painting, spot: TileSpot, tiles: CoastTiles): void => {
  const { context } = painting
  for (let above = parentOf(spot); above !== undefined; above = parentOf(above)) {
    const tile = tiles.peek(above)
    if (tile === undefined) continue
    if (tile === 'empty') return
    inTile(painting, { spot, units: tileExtent }, () => {
      context.beginPath()
      context.rect(0, 0, tileExtent, tileExtent)
    })
    context.save()
    context.clip()
    drawTile(painting, above, tile)
    context.restore()
    return
  }
}

/** Draws sea and land. */
export const paintCoast = (painting: Painting, tiles: CoastTiles): void => {
  const { context, viewport, colours } = painting
  context.fillStyle = colours.sea
  context.fillRect(0, 0, viewport.width, viewport.height)
  for (const spot of tilesIn(viewport, Math.min(deepestCoast, Math.round(viewport.zoom)))) {
    const tile = tiles.get(spot)
    if (tile === undefined) drawCoarser(painting, spot, tiles)
    else if (tile !== 'empty') drawTile(painting, spot, tile)
  }
}
