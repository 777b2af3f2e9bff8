/** How a layer is drawn of which nothing is known but its name. */
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
 * Names as they are common: the object classes of S-57, which most makers of sea charts keep, and those of the usual maps of
 * the land. What is ashore has no meaning at sea, and what is hidden is about the chart itself: neither is drawn.
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

/** What is about the chart: how far it reaches, how good it is. */
const isAboutChart = (name: string): boolean => name.startsWith('m_')

/** What nobody knows is drawn as the line or the point that it is: it may be a danger. */
export const lookOf = (layer: string): Look => {
  const name = layer.toLowerCase()
  return isAboutChart(name) ? 'hidden' : (lookByName.get(name) ?? 'other')
}

/** Maps of the land that say where water is, and mean land by all the rest. */
export const hasLandBelow = (layers: readonly string[]): boolean => {
  const looks = new Set(layers.map(lookOf))
  const isLandMap = looks.has('ashore') || looks.has('water')
  return isLandMap && !looks.has('land') && !looks.has('depths')
}
