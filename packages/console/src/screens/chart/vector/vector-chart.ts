import type { ReadableChart } from '@marinedata/model'
import { extentOf } from '#screens/chart/map/chart-extent.ts'
import { pathOf } from '#screens/chart/map/path-of.ts'
import { TileStore } from '#screens/chart/map/tile-store.ts'
import { drawnTile, type Shape, type Spot } from './drawn-tile.ts'

/** Shapes that look alike, ready for the canvas. */
export interface Batch extends Pick<Shape, 'look' | 'isArea' | 'shade'> {
  readonly path: Path2D
}

export interface ChartTile {
  readonly hasLandBelow: boolean
  readonly batches: readonly Batch[]
  readonly spots: readonly Spot[]
}

/** In the order in which they are drawn; those that look alike are drawn at once. */
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

/** A chart of vectors: where it is, how fine, and its tiles. */
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
        const { hasLandBelow, shapes, spots } = drawnTile(bytes)
        return { hasLandBelow, batches: batchesOf(shapes), spots }
      },
      onNews,
    })
  }

  [Symbol.dispose](): void {
    this.tiles[Symbol.dispose]()
  }
}
