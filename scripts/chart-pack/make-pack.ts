import { cutTiles, type CutTile } from '../coast/cut-tiles.ts'
import { encodedTiles, layersOf } from '../coast/encode-tile.ts'
import { archiveOf } from '../coast/write-archive.ts'
import { ringOnMap } from '../coast/world-map.ts'
import { boxAround } from '../coast/clip.ts'
import { landOf, type BinnedShores } from './binned-shores.ts'

/** Degrees. */
export type Area = readonly [west: number, south: number, east: number, north: number]

export interface PackOptions {
  /** The world when absent. */
  readonly area?: Area
  /** Called with the progress, as a short text. */
  readonly onProgress: (text: string) => void
}

export interface Pack {
  readonly bytes: Buffer
  readonly tiles: number
  readonly contents: number
  readonly zooms: readonly number[]
}

/** Zooms, and how far a coast may be moved at the deepest one, in units of a tile. */
interface Detail {
  readonly zooms: readonly number[]
  readonly tolerance: number
}

/** 7 m on the equator at zoom 12. */
const detailOfArea: Detail = { zooms: [7, 8, 9, 10, 11, 12], tolerance: 3 }
/**
 * 48 m on the equator at zoom 10. With more, the file would be larger than 45 MB. Coarser zooms are those of the
 * coastline that comes with the server.
 */
const detailOfWorld: Detail = { zooms: [9, 10], tolerance: 5 }
/** One pixel where a tile is 512 wide. */
const coarseTolerance = 8

/** @throws RangeError if the text is not an area */
export const parseArea = (text: string): Area => {
  const [west = NaN, south = NaN, east = NaN, north = NaN, ...more] = text.split(',').map(Number)
  const isInside = Math.max(-west, east) <= 180 && Math.max(-south, north) <= 85
  if (!isInside || !(west < east && south < north) || more.length > 0)
    throw new RangeError(`"${text}" is not an area. Use degrees: west,south,east,north, e.g. -4.2,50,-3,50.8`)
  return [west, south, east, north]
}

const boxOf = ([west, south, east, north]: Area): ReturnType<typeof boxAround> =>
  boxAround(ringOnMap([west, south, east, south, east, north, west, north, west, south]))

const counted = function* (tiles: Iterable<CutTile>, onProgress: PackOptions['onProgress']) {
  let count = 0
  for (const tile of tiles) {
    if (++count % 1000 === 0) onProgress(`zoom ${tile.zoom}, ${count} tiles`)
    yield tile
  }
}

/** Cuts a chart file of the coasts, in the layers of the coastline that comes with the server. */
export const makePack = (shores: BinnedShores, { area, onProgress }: PackOptions): Pack => {
  const { zooms, tolerance } = area === undefined ? detailOfWorld : detailOfArea
  const toleranceAt = (zoom: number): number => (zoom === zooms.at(-1) ? tolerance : coarseTolerance)
  onProgress('joining shorelines')
  const land = landOf(shores)
  onProgress(`cutting ${land.length} islands and continents`)
  const tiles = cutTiles(land, { zooms, toleranceAt, ...(area !== undefined && { area: boxOf(area) }) })
  const archive = archiveOf({
    tiles: encodedTiles(counted(tiles, onProgress)),
    zooms,
    ...(area !== undefined && { bounds: area }),
    metadata: {
      name: 'Coastline (GSHHG)',
      attribution: `GSHHG ${shores.version}, Wessel and Smith, LGPL-3.0-or-later`,
      content: 'coast',
      vector_layers: layersOf(zooms),
    },
  })
  return { ...archive, zooms }
}
