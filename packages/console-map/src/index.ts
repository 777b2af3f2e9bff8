export { Coast } from './coast.ts'
export { paintGraticule, paintNorth, paintRings, type RangeRings } from './paint-grid.ts'
export {
  coloursOf,
  fillDot,
  shapeAt,
  strokeHaloed,
  strokeLine,
  strokeRing,
  wayPixels,
  widthOf,
  write,
  type ColourName,
  type Colours,
  type Pen,
} from './pen.ts'
export { Plotter, type Grip, type PlotterOptions } from './plotter.ts'
export { deepestCoast, type Painting } from './tiles.ts'
export { paintChart, VectorCharts } from './vector/vector-charts.ts'
export { lookAhead, nearest, openingResolution, Viewport, type Pixel } from './viewport.ts'
