import TileLayer from 'ol/layer/Tile.js'
import XYZ from 'ol/source/XYZ.js'
import type { ReadableChart } from '@marinedata/model'
import { extentOf } from './chart-extent.ts'

/** A layer of raster tiles, enlarged beyond its finest zoom. */
export const chartLayer = (chart: ReadableChart, productWord: string, zIndex: number): TileLayer<XYZ> => {
  const { id, minzoom, maxzoom } = chart
  return new TileLayer({
    // A canvas of its own, so that only raster charts are darkened at night.
    className: 'chart-pictures',
    zIndex,
    extent: extentOf(chart),
    // At the next coarser zoom nothing of it would be visible.
    minZoom: minzoom - 1,
    source: new XYZ({
      url: `/${productWord}/v2/api/charts/${encodeURIComponent(id)}/{z}/{x}/{y}`,
      minZoom: minzoom,
      maxZoom: maxzoom,
      transition: 0,
    }),
  })
}
