/** How a layer is drawn, by its name alone. */
export type Look =
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
 * Common names: the object classes of S-57, which most sea charts use, and those of usual land maps. `ashore` has no
 * meaning at sea and `hidden` is about the chart itself: neither is drawn.
 */
const names: Readonly<Record<Exclude<Look, 'other'>, string>> = {
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

const lookByName = new Map(
  Object.entries(names).flatMap(([look, all]) =>
    // The keys of the table are looks.
    all.split(' ').map((name) => [name, look as Look] as const),
  ),
)

/** Layers about the chart: its coverage and quality. */
const isAboutChart = (name: string): boolean => name.startsWith('m_')

/** An unknown layer is drawn as its line or point: it may be a danger. */
export const lookOf = (layer: string): Look => {
  const name = layer.toLowerCase()
  return isAboutChart(name) ? 'hidden' : (lookByName.get(name) ?? 'other')
}

/** Whether it is a land map, which draws water on a background of land. */
export const hasLandBelow = (layers: readonly string[]): boolean => {
  const looks = new Set(layers.map(lookOf))
  const isLandMap = looks.has('ashore') || looks.has('water')
  return isLandMap && !looks.has('land') && !looks.has('depths')
}
