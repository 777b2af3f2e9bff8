import type { ReadableChart } from '@marinedata/model'
import { layersOf } from '#vector/vector-tile.ts'
import {
  extentOf,
  pathOf,
  TileStore,
  deepestCoast,
  parentOf,
  tilesIn,
  touches,
  type Extent,
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

const openTiles = (urlOf: (address: string) => string, onNews: () => void): CoastTiles =>
  new TileStore({
    urlOf,
    read: (bytes) => {
      const { land, coast } = coastShapes(bytes)
      return { land: pathOf(land, true), coast: pathOf(coast, false) }
    },
    onNews,
  })

/** A coastline: its tiles and how far they can be magnified. */
interface Coastline {
  readonly tiles: CoastTiles
  readonly maxzoom: number
}

/** A chart file with a finer coastline. */
interface PackedCoast extends Coastline {
  readonly chart: ReadableChart
  readonly extent: Extent
}

const coastWidth = 1.5
/** Pixels: a dashed line says that the coast is not exact. */
const coarseDash = [6, 4]

/** A coastline that is magnified more is too coarse for a fill, which would put boats on land. */
const isTooCoarse = ({ viewport }: Painting, { maxzoom }: Coastline): boolean => viewport.zoom >= maxzoom + 1

interface PlacedTile {
  readonly spot: TileSpot
  readonly tile: CoastTile
  readonly isCoarse: boolean
}

const drawTile = (painting: Painting, { spot, tile, isCoarse }: PlacedTile): void => {
  const { context, colours } = painting
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

/** Draws inside a tile only. */
const drawWithin = (painting: Painting, spot: TileSpot, draw: () => void): void => {
  const { context } = painting
  context.save()
  inTile(painting, { spot, units: tileExtent }, (scale) => {
    context.beginPath()
    // Slightly larger than the tile, to avoid a gap between neighbours.
    context.rect(-1 / scale, -1 / scale, tileExtent + 2 / scale, tileExtent + 2 / scale)
  })
  context.clip()
  draw()
  context.restore()
}

/** Draws a coarser tile while the right one is loading. */
const drawCoarser = (painting: Painting, spot: TileSpot, coast: Coastline): void => {
  for (let above = parentOf(spot); above !== undefined; above = parentOf(above)) {
    const tile = coast.tiles.peek(above)
    if (tile === undefined) continue
    if (tile === 'empty') return
    const placed = { spot: above, tile, isCoarse: isTooCoarse(painting, coast) }
    return drawWithin(painting, spot, () => drawTile(painting, placed))
  }
}

const spotsOf = ({ viewport }: Painting, { maxzoom }: Coastline): TileSpot[] =>
  tilesIn(viewport, Math.min(maxzoom, Math.round(viewport.zoom)))

/** Replaces the built-in coastline where the finer one is loaded: a tile without land is known to be sea. */
const drawPacked = (painting: Painting, coast: PackedCoast): void => {
  const { context, viewport, colours } = painting
  if (Math.round(viewport.zoom) < coast.chart.minzoom) return
  const isCoarse = isTooCoarse(painting, coast)
  for (const spot of spotsOf(painting, coast).filter((each) => touches(coast.extent, each))) {
    const tile = coast.tiles.get(spot)
    if (tile === undefined) continue
    drawWithin(painting, spot, () => {
      context.fillStyle = colours.sea
      context.fillRect(0, 0, viewport.width, viewport.height)
      if (tile !== 'empty') drawTile(painting, { spot, tile, isCoarse })
    })
  }
}

/** Sea and land: the coastline that is part of the server, and finer ones of chart files above it. */
export class Coast implements Disposable {
  readonly #chartsUrl: string
  readonly #onNews: () => void
  readonly #builtIn: Coastline
  #packed: readonly PackedCoast[] = []

  /** @param onNews called when a new tile can be drawn */
  constructor(productWord: string, onNews: () => void) {
    this.#chartsUrl = `/${productWord}/v2/api/charts`
    this.#onNews = onNews
    this.#builtIn = {
      tiles: openTiles((address) => `/charts/coast/${address}`, onNews),
      maxzoom: deepestCoast,
    }
  }

  /** Sets the finer coastlines, the coarse ones first. Those that stay keep their tiles. */
  layOut(charts: readonly ReadableChart[]): void {
    const known = new Map(this.#packed.map((coast) => [JSON.stringify(coast.chart), coast]))
    this.#packed = charts.map((chart) => {
      const key = JSON.stringify(chart)
      const coast = known.get(key) ?? this.#open(chart)
      known.delete(key)
      return coast
    })
    for (const { tiles } of known.values()) tiles[Symbol.dispose]()
    this.#onNews()
  }

  paint(painting: Painting): void {
    const { context, viewport, colours } = painting
    context.fillStyle = colours.sea
    context.fillRect(0, 0, viewport.width, viewport.height)
    const isCoarse = isTooCoarse(painting, this.#builtIn)
    for (const spot of spotsOf(painting, this.#builtIn)) {
      const tile = this.#builtIn.tiles.get(spot)
      if (tile === undefined) drawCoarser(painting, spot, this.#builtIn)
      else if (tile !== 'empty') drawTile(painting, { spot, tile, isCoarse })
    }
    for (const coast of this.#packed) drawPacked(painting, coast)
  }

  [Symbol.dispose](): void {
    for (const { tiles } of [this.#builtIn, ...this.#packed]) tiles[Symbol.dispose]()
  }

  #open(chart: ReadableChart): PackedCoast {
    const base = `${this.#chartsUrl}/${encodeURIComponent(chart.id)}/`
    const tiles = openTiles((address) => base + address, this.#onNews)
    return { chart, tiles, maxzoom: chart.maxzoom, extent: extentOf(chart) }
  }
}
