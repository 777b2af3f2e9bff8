import { MarineDataError, type ReadableChart, type TileFormat } from '@marinedata/model'
import type { Packing } from '../packing.ts'
import type { TilePlace } from './tile-id.ts'

/** One tile as it is kept. */
export interface ChartTile {
  readonly bytes: Uint8Array
  readonly packing: Packing
  readonly format: TileFormat
}

/** A file with tiles. It is open only while something is read, so that it can be replaced, or its stick pulled out. */
export interface ChartFile {
  /** @throws MarineDataError when it cannot be shown */
  describe(): Promise<ChartFacts>
  /** Undefined where the chart has no tile. @throws MarineDataError when it cannot be read */
  tile(place: TilePlace): Promise<ChartTile | undefined>
}

/** What a file says of itself; a name is optional there. */
export type ChartFacts = Omit<ReadableChart, 'id' | 'name'> & { readonly name?: string }

export const largestTile = 2 * 2 ** 20

/** A chart is a foreign file: whatever is wrong with it is told, and nothing else happens. */
export const unreadable = (reason: string, cause?: unknown): MarineDataError =>
  new MarineDataError('not-found', reason, { cause })

export const kindOf = (format: TileFormat): ReadableChart['kind'] => (format === 'pbf' ? 'vector' : 'raster')

export const wholeWorld: ReadableChart['bounds'] = [-180, -85.051129, 180, 85.051129]

/** The bounds that a file tells, if they are bounds. */
export const boundsOf = (numbers: readonly number[]): ReadableChart['bounds'] | undefined => {
  const [west = NaN, south = NaN, east = NaN, north = NaN, ...more] = numbers
  const isInside = Math.max(-west, east) <= 180 && Math.max(-south, north) <= 90
  return isInside && west < east && south < north && more.length === 0
    ? [west, south, east, north]
    : undefined
}

const longestText = 512

/** A text of a file as people read it: some attributions are markup. Undefined when nothing is left of it. */
export const plainText = (text: unknown): string | undefined => {
  if (typeof text !== 'string') return undefined
  const plain = text
    .slice(0, longestText)
    .replaceAll(/<[^>]*>/g, '')
    .trim()
  return plain === '' ? undefined : plain
}
