import type { ReadableChart } from '@marinedata/model'
import type { Pixel } from '#viewport.ts'
import {
  extentOf,
  pathOf,
  TileStore,
  cornerOf,
  tileSide,
  tilesIn,
  touches,
  type Extent,
  type TileSpot,
  inTile,
  sidePixels,
  type Painting,
} from '#tiles.ts'
import { type Colours, write } from '#pen.ts'
import { renderTile, type Shape, type Spot, type LayerClass, mixed } from './rendered-tile.ts'

/** Shapes of equal layerClass, ready for the canvas. */
interface Batch extends Pick<Shape, 'layerClass' | 'isArea' | 'shade'> {
  readonly path: Path2D
}

interface ChartTile {
  readonly hasLandBelow: boolean
  readonly batches: readonly Batch[]
  readonly spots: readonly Spot[]
}

/** In drawing order; shapes of equal layerClass are drawn together. */
const batchesOf = (shapes: readonly Shape[]): Batch[] =>
  [
    ...Map.groupBy(shapes, ({ layerClass, isArea, shade }) => `${layerClass} ${isArea} ${shade}`).values(),
  ].flatMap((alike) => {
    const [first] = alike
    if (first === undefined) return []
    const { layerClass, isArea, shade } = first
    const paths = alike.flatMap((shape) => shape.paths)
    return [{ layerClass, isArea, shade, path: pathOf(paths, isArea) }]
  })

/** A vector chart: its extent, zoom levels and tiles. */
class VectorChart implements Disposable {
  readonly chart: ReadableChart
  readonly tiles: TileStore<ChartTile>
  readonly extent: Extent

  constructor(chart: ReadableChart, productWord: string, onNews: () => void) {
    const base = `/${productWord}/v2/api/charts/${encodeURIComponent(chart.id)}/`
    this.chart = chart
    this.extent = extentOf(chart)
    this.tiles = new TileStore({
      urlOf: (address) => base + address,
      read: (bytes) => {
        const { hasLandBelow, shapes, spots } = renderTile(bytes)
        return { hasLandBelow, batches: batchesOf(shapes), spots }
      },
      onNews,
    })
  }

  [Symbol.dispose](): void {
    this.tiles[Symbol.dispose]()
  }
}

/** The visible vector charts. */
export class VectorCharts implements Disposable {
  readonly #productWord: string
  readonly #onNews: () => void
  #charts: readonly VectorChart[] = []

  /** @param onNews called when a new tile can be drawn */
  constructor(productWord: string, onNews: () => void) {
    this.#productWord = productWord
    this.#onNews = onNews
  }

  /** The coarse ones first. */
  get charts(): readonly VectorChart[] {
    return this.#charts
  }

  /** Sets the visible charts. Charts that stay keep their tiles. */
  layOut(charts: readonly ReadableChart[]): void {
    const known = new Map(this.#charts.map((vector) => [JSON.stringify(vector.chart), vector]))
    this.#charts = charts.map((chart) => {
      const key = JSON.stringify(chart)
      const vector = known.get(key) ?? new VectorChart(chart, this.#productWord, this.#onNews)
      known.delete(key)
      return vector
    })
    for (const gone of known.values()) gone[Symbol.dispose]()
    this.#onNews()
  }

  [Symbol.dispose](): void {
    this.layOut([])
  }
}

/** Width in pixels and colour; other classes have no line. */
const lines: Partial<
  Readonly<Record<LayerClass, { readonly colour: keyof Colours; readonly width: number }>>
> = {
  coast: { colour: 'coast', width: 1.5 },
  contour: { colour: 'stale', width: 0.75 },
  other: { colour: 'stale', width: 0.75 },
  danger: { colour: 'fg', width: 1.25 },
  mark: { colour: 'fg', width: 1.25 },
}
const soundingZoom = 12
const nameZoom = 14.5
/** Minimum distance of two numbers in pixels. */
const apart = 34

const fillOf = ({ layerClass, isArea, shade }: Batch, colours: Colours): string | undefined => {
  if (!isArea) return undefined
  if (layerClass === 'land') return colours.land
  if (layerClass === 'water') return colours.sea
  return layerClass === 'depths' ? mixed(colours.sea, colours.fg2, shade) : undefined
}

/** An area without a fill has an outline. */
const paintLine = ({ context, colours }: Painting, { layerClass, path }: Batch, pixel: number): void => {
  const line = lines[layerClass]
  if (line === undefined) return
  context.strokeStyle = colours[line.colour]
  context.lineWidth = line.width * pixel
  context.stroke(path)
}

const paintTile = (painting: Painting, spot: TileSpot, tile: ChartTile): void => {
  const { context, colours } = painting
  inTile(painting, { spot, units: 1 }, (scale) => {
    const pixel = 1 / scale
    context.beginPath()
    // Slightly larger than the tile, to avoid a gap between neighbours.
    context.rect(-pixel, -pixel, 1 + 2 * pixel, 1 + 2 * pixel)
    context.clip()
    context.lineJoin = 'round'
    if (tile.hasLandBelow) {
      context.fillStyle = colours.land
      context.fill()
    }
    for (const batch of tile.batches) {
      const fill = fillOf(batch, colours)
      if (fill !== undefined) {
        context.fillStyle = fill
        context.fill(batch.path)
      } else paintLine(painting, batch, pixel)
    }
  })
}

const pixelOfSpot = ({ viewport }: Painting, spot: TileSpot, { x, y }: Spot): Pixel => {
  const [west, north] = cornerOf(spot)
  const side = tileSide(spot)
  return viewport.pixelOf([west + x * side, north - y * side])
}

/** A cross for a danger, a ring for a mark. */
const paintSign = ({ context, colours }: Painting, layerClass: Spot['layerClass'], [x, y]: Pixel): void => {
  context.strokeStyle = colours.fg
  context.fillStyle = colours.stale
  context.lineWidth = 1.5
  context.beginPath()
  if (layerClass === 'danger') {
    context.moveTo(x - 5, y)
    context.lineTo(x + 5, y)
    context.moveTo(x, y - 5)
    context.lineTo(x, y + 5)
    context.stroke()
  } else if (layerClass === 'mark') {
    context.arc(x, y, 4, 0, 2 * Math.PI)
    context.stroke()
  } else {
    context.arc(x, y, 1.5, 0, 2 * Math.PI)
    context.fill()
  }
}

const isInside = ({ x, y }: Spot): boolean => x >= 0 && x < 1 && y >= 0 && y < 1

/** Signs, and numbers where there is room. */
const paintSpots = (painting: Painting, spot: TileSpot, tile: ChartTile): void => {
  const { viewport } = painting
  const taken: Pixel[] = []
  for (const each of tile.spots) {
    if (!isInside(each)) continue
    const at = pixelOfSpot(painting, spot, each)
    if (!viewport.isOnScreen(at, 20)) continue
    if (each.layerClass !== 'sounding') paintSign(painting, each.layerClass, at)
    else if (viewport.zoom < soundingZoom || taken.some(([x, y]) => Math.hypot(x - at[0], y - at[1]) < apart))
      continue
    else {
      taken.push(at)
      write(painting, at, { text: each.text, colour: 'stale', align: 'center', isFine: true })
    }
    if (each.layerClass === 'mark' && each.text !== '' && viewport.zoom >= nameZoom)
      write(painting, [at[0] + 9, at[1] - 9], { text: each.text, colour: 'fg2', isFine: true })
  }
}

/** A vector chart in our own plain style: its maker's style is unknown. */
export const paintChart = (painting: Painting, vector: VectorChart): void => {
  const { minzoom, maxzoom } = vector.chart
  const { zoom } = painting.viewport
  // At the next coarser zoom nothing of it would be visible.
  if (zoom < minzoom - 1) return
  const z = Math.max(minzoom, Math.min(maxzoom, Math.floor(zoom)))
  const seen = tilesIn(painting.viewport, z)
    .filter((spot) => touches(vector.extent, spot))
    .map((spot) => ({ spot, tile: vector.tiles.get(spot) }))
  for (const { spot, tile } of seen)
    if (tile !== undefined && tile !== 'empty') paintTile(painting, spot, tile)
  for (const { spot, tile } of seen)
    if (tile !== undefined && tile !== 'empty' && sidePixels(spot, painting.viewport) > 128)
      paintSpots(painting, spot, tile)
}
