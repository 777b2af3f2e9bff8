import type { ReadableChart } from '@marinedata/model'
import { extentOf } from '#screens/chart/map/chart-extent.ts'
import { pathOf } from '#screens/chart/map/path-of.ts'
import { TileStore } from '#screens/chart/map/tile-store.ts'
import { renderTile, type Shape, type Spot } from './rendered-tile.ts'

/** Shapes of equal look, ready for the canvas. */
export interface Batch extends Pick<Shape, 'look' | 'isArea' | 'shade'> {
  readonly path: Path2D
}

export interface ChartTile {
  readonly hasLandBelow: boolean
  readonly batches: readonly Batch[]
  readonly spots: readonly Spot[]
}

/** In drawing order; shapes of equal look are drawn together. */
const batchesOf = (shapes: readonly Shape[]): Batch[] =>
  [...Map.groupBy(shapes, ({ look, isArea, shade }) => `${look} ${isArea} ${shade}`).values()].flatMap(
    (alike) => {
      const [first] = alike
      if (first === undefined) return []
      const { look, isArea, shade } = first
      const paths = alike.flatMap((shape) => shape.paths)
      return [{ look, isArea, shade, path: pathOf(paths, isArea) }]
    },
  )

/** A vector chart: its extent, zoom levels and tiles. */
export class VectorChart implements Disposable {
  readonly chart: ReadableChart
  readonly tiles: TileStore<ChartTile>
  readonly extent: ReturnType<typeof extentOf>

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
