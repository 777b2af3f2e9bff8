import { layersOf, type Feature, type TagValue } from './vector-tile.ts'

/** How a layer is drawn, by its name alone. */
export type LayerClass =
  | 'land'
  | 'water'
  | 'depths'
  | 'coast'
  | 'contour'
  | 'sounding'
  | 'danger'
  | 'mark'
  | 'other'
  | 'ashore'
  | 'hidden'

/**
 * Common names: the object classes of S-57, which most sea charts use, and the layers of usual land maps. `ashore` has no meaning
 * at sea and `hidden` is about the chart itself: neither is drawn.
 */
const layerNames: Readonly<Record<Exclude<LayerClass, 'other'>, string>> = {
  land: 'lndare land earth landmass island islands',
  water: 'water ocean sea lakare rivers lake lakes',
  depths: 'depare drgare deptharea depth_area depth_areas depths bathymetry',
  coast: 'coalne slcons coastline shoreline coast',
  contour: 'depcnt depthcontour depth_contour depth_contours contour contours waterway',
  sounding: 'soundg sounding soundings spot_soundings',
  danger: 'obstrn wrecks uwtroc rocks wreck obstruction obstructions',
  mark:
    'boylat boycar boysaw boyspp boyisd boyinb bcnlat bcncar bcnsaw bcnspp bcnisd lights litflt litves daymar ' +
    'lndmrk buoy buoys beacon beacons light seamark seamarks',
  ashore:
    'landcover landuse park building buildings transportation transportation_name roads road road_label transit ' +
    'aeroway aerodrome_label boundary boundaries place places place_label poi pois housenumber mountain_peak ' +
    'water_name waterway_label physical_point physical_line natural globallandcover',
  hidden: 'dsid c_aggr c_asso',
}

const classByName = new Map(
  Object.entries(layerNames).flatMap(([layerClass, all]) =>
    // The keys of the table are classes.
    all.split(' ').map((name) => [name, layerClass as LayerClass] as const),
  ),
)

/** Layers about the chart: its coverage and quality. */
const isAboutChart = (name: string): boolean => name.startsWith('m_')

/** An unknown layer is drawn as its line or point: it may be a danger. */
export const layerClassOf = (layer: string): LayerClass => {
  const name = layer.toLowerCase()
  return isAboutChart(name) ? 'hidden' : (classByName.get(name) ?? 'other')
}

/** Whether it is a land map, which draws water on a background of land. */
export const hasLandBelow = (layers: readonly string[]): boolean => {
  const classes = new Set(layers.map(layerClassOf))
  const isLandMap = classes.has('ashore') || classes.has('water')
  return isLandMap && !classes.has('land') && !classes.has('depths')
}

const channelsOf = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Mixes a share of the second colour into the first; both as `#rrggbb`. */
export const mixed = (first: string, second: string, share: number): string => {
  const other = channelsOf(second)
  const channels = channelsOf(first).map((value, at) =>
    Math.round(value + ((other[at] ?? value) - value) * share),
  )
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** An item at a point. */
export interface Spot {
  /** From 0 to 1, from the west and the north side of the tile. */
  readonly x: number
  readonly y: number
  readonly layerClass: 'sounding' | 'danger' | 'mark' | 'other'
  readonly text: string
}

/** Areas and lines, as fractions of the tile's side. */
export interface Shape {
  readonly layerClass: LayerClass
  readonly isArea: boolean
  /** Darkness from 0 to 1: shallow water is darker than deep. */
  readonly shade: number
  readonly paths: readonly (readonly number[])[]
}

/** A chart tile ready to draw, from bottom to top. */
interface RenderedTile {
  readonly hasLandBelow: boolean
  readonly shapes: readonly Shape[]
  readonly spots: readonly Spot[]
}

const order: readonly LayerClass[] = [
  'depths',
  'land',
  'water',
  'contour',
  'other',
  'coast',
  'danger',
  'mark',
]
/** In S-57 a drying height has a negative depth; elsewhere a minus may only mean down. */
const signedTags = ['DRVAL1', 'drval1'] as const
const depthTags = ['depth_min', 'min_depth', 'mindepth', 'depth'] as const
const soundingTags = ['DEPTH', 'depth', 'VALSOU', 'valsou', 'value'] as const
const nameTags = ['OBJNAM', 'name', 'objnam'] as const

const firstTag = (feature: Feature, names: readonly string[]): TagValue | undefined => {
  for (const name of names) {
    const value = feature.tag(name)
    if (value !== undefined) return value
  }
  return undefined
}

const numberIn = (value: TagValue | undefined): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Depth in metres to darkness; drying areas are darkest. */
const steps: readonly (readonly [metres: number, shade: number])[] = [
  [0, 0.34],
  [2, 0.26],
  [5, 0.19],
  [10, 0.11],
  [20, 0.05],
]
const depthOf = (feature: Feature): number | undefined => {
  const signed = numberIn(firstTag(feature, signedTags))
  if (signed !== undefined) return signed
  const tagValue = numberIn(firstTag(feature, depthTags))
  return tagValue === undefined ? undefined : Math.abs(tagValue)
}

const shadeOf = (feature: Feature): number => {
  const depth = depthOf(feature)
  if (depth === undefined) return 0
  return steps.find(([metres]) => depth < metres)?.[1] ?? 0
}

/** As on a chart: tenths in shallow water. */
const soundingText = (feature: Feature): string => {
  const depth = numberIn(firstTag(feature, soundingTags))
  if (depth === undefined) return ''
  return Math.abs(depth) < 20 ? String(Math.round(depth * 10) / 10) : String(Math.round(depth))
}

const textOf = (feature: Feature, layerClass: Spot['layerClass']): string => {
  if (layerClass === 'sounding') return soundingText(feature)
  const name = firstTag(feature, nameTags)
  return layerClass === 'mark' && typeof name === 'string' ? name : ''
}

const isSpotClass = (layerClass: LayerClass): layerClass is Spot['layerClass'] =>
  layerClass === 'sounding' || layerClass === 'danger' || layerClass === 'mark' || layerClass === 'other'

const spotsOf = (feature: Feature, layerClass: LayerClass, extent: number): Spot[] => {
  const spotClass = isSpotClass(layerClass) ? layerClass : 'other'
  const text = textOf(feature, spotClass)
  if (spotClass === 'sounding' && text === '') return []
  return feature.paths.map(([x = 0, y = 0]) => ({
    x: x / extent,
    y: y / extent,
    layerClass: spotClass,
    text,
  }))
}

const shapeOf = (feature: Feature, layerClass: LayerClass, extent: number): Shape => ({
  layerClass,
  isArea: feature.kind === 'area',
  shade: layerClass === 'depths' ? shadeOf(feature) : 0,
  paths: feature.paths.map((path) => path.map((value) => value / extent)),
})

/**
 * Parses the items of a tile to draw.
 * @throws RangeError if it is invalid
 */
export const renderTile = (bytes: Uint8Array): RenderedTile => {
  const layers = layersOf(bytes)
  const shapes: Shape[] = []
  const spots: Spot[] = []
  for (const { name, extent, features } of layers) {
    const layerClass = layerClassOf(name)
    if (layerClass === 'hidden' || layerClass === 'ashore' || extent <= 0) continue
    for (const feature of features)
      if (feature.kind === 'point') spots.push(...spotsOf(feature, layerClass, extent))
      else shapes.push(shapeOf(feature, layerClass, extent))
  }
  return {
    hasLandBelow: hasLandBelow(layers.map(({ name }) => name)),
    shapes: shapes.toSorted((one, other) => order.indexOf(one.layerClass) - order.indexOf(other.layerClass)),
    spots,
  }
}
