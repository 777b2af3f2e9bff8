import TileLayer from 'ol/layer/Tile.js'
import XYZ from 'ol/source/XYZ.js'
import type { ReadableChart } from '@marinedata/model'
import { extentOf } from './chart-extent.ts'

/** A chart of pictures; finer than its finest, that is shown larger. */
export const chartLayer = (chart: ReadableChart, productWord: string, zIndex: number): TileLayer<XYZ> => {
  const { id, minzoom, maxzoom } = chart
  return new TileLayer({
    // A canvas of its own, so that the night can darken it and nothing else.
    className: 'chart-pictures',
    zIndex,
    extent: extentOf(chart),
    // The next coarser zoom would show nothing of it.
    minZoom: minzoom - 1,
    source: new XYZ({
      url: `/${productWord}/v2/api/charts/${encodeURIComponent(id)}/{z}/{x}/{y}`,
      minZoom: minzoom,
      maxZoom: maxzoom,
      transition: 0,
    }),
  })
}
