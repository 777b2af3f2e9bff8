import { MarineDataError, type ReadableChart, type TileFormat } from '@marinedata/model'
import type { Packing } from '../packing.ts'
import type { TilePlace } from './tile-id.ts'

/** One tile as stored. */
export interface ChartTile {
  readonly bytes: Uint8Array
  readonly packing: Packing
  readonly format: TileFormat
}

/** A file with tiles. It is open only during a read, so that it can be replaced or its USB stick removed. */
export interface ChartFile {
  /** @throws MarineDataError when the chart cannot be used */
  describe(): Promise<ChartFacts>
  /** Undefined where the chart has no tile. @throws MarineDataError when the file cannot be read */
  tile(place: TilePlace): Promise<ChartTile | undefined>
}

/** The metadata of a file, in which the name is optional. */
export type ChartFacts = Omit<ReadableChart, 'id' | 'name'> & { readonly name?: string }

export const largestTile = 2 * 2 ** 20

/** The error of a chart file that cannot be used. It is reported to clients and has no other effect. */
export const unreadable = (reason: string, cause?: unknown): MarineDataError =>
  new MarineDataError('not-found', reason, { cause })

export const kindOf = (format: TileFormat): ReadableChart['kind'] => (format === 'pbf' ? 'vector' : 'raster')

export const wholeWorld: ReadableChart['bounds'] = [-180, -85.051129, 180, 85.051129]

/** Validates the bounds of a file; undefined when they are not valid. */
export const boundsOf = (numbers: readonly number[]): ReadableChart['bounds'] | undefined => {
  const [west = NaN, south = NaN, east = NaN, north = NaN, ...more] = numbers
  const isInside = Math.max(-west, east) <= 180 && Math.max(-south, north) <= 90
  return isInside && west < east && south < north && more.length === 0
    ? [west, south, east, north]
    : undefined
}

const maxTextLength = 512

/** Removes markup, which some attributions contain. Undefined when no text is left. */
export const plainText = (text: unknown): string | undefined => {
  if (typeof text !== 'string') return undefined
  const plain = text
    .slice(0, maxTextLength)
    .replaceAll(/<[^>]*>/g, '')
    .trim()
  return plain === '' ? undefined : plain
}
