import type { ReadableChart, TileFormat } from '@marinedata/model'
import type { Packing } from '../packing.ts'
import { boundsOf, unreadable, wholeWorld } from './chart-file.ts'
import { deepestZoom } from './tile-id.ts'

/** A stretch of a file. */
export interface Span {
  readonly offset: number
  readonly length: number
}

/** The first bytes of an archive, PMTiles version 3. */
export interface PmtilesHeader {
  readonly root: Span
  readonly metadata: Span
  readonly leaves: Span
  readonly tiles: Span
  /** Of directories and metadata. */
  readonly packing: Packing
  readonly tilePacking: Packing
  readonly format: TileFormat
  readonly minzoom: number
  readonly maxzoom: number
  readonly bounds: ReadableChart['bounds']
}

export const headerLength = 127

const packings: readonly (Packing | undefined)[] = [undefined, 'identity', 'gzip', 'br', 'zstd']
const formats: readonly (TileFormat | undefined)[] = [undefined, 'pbf', 'png', 'jpg', 'webp']
const degree = 1e7

const spanAt = (bytes: Buffer, at: number, size: number): Span => {
  const [offset, length] = [bytes.readBigUInt64LE(at), bytes.readBigUInt64LE(at + 8)]
  if (offset + length > BigInt(size)) throw unreadable('The archive ends before what it announces')
  return { offset: Number(offset), length: Number(length) }
}

const named = <Name>(names: readonly (Name | undefined)[], code: number | undefined, what: string): Name => {
  const name = names[code ?? 0]
  if (name === undefined) throw unreadable(`The archive has ${what} of kind ${code}, which is not known here`)
  return name
}

const zoomsOf = (minzoom = 0, maxzoom = 0): Pick<PmtilesHeader, 'minzoom' | 'maxzoom'> => {
  if (minzoom > maxzoom || maxzoom > deepestZoom)
    throw unreadable(`The archive says that it has tiles from zoom ${minzoom} to ${maxzoom}`)
  return { minzoom, maxzoom }
}

/**
 * @param size of the whole file
 * @throws MarineDataError when it is none, or when it points beyond the end of the file
 */
export const readHeader = (bytes: Buffer, size: number): PmtilesHeader => {
  if (bytes.length < headerLength || bytes.toString('latin1', 0, 7) !== 'PMTiles')
    throw unreadable('The file is no PMTiles archive')
  if (bytes[7] !== 3) throw unreadable(`The archive is of version ${bytes[7]}; only version 3 is read`)
  const corners = [102, 106, 110, 114].map((at) => bytes.readInt32LE(at) / degree)
  return {
    root: spanAt(bytes, 8, size),
    metadata: spanAt(bytes, 24, size),
    leaves: spanAt(bytes, 40, size),
    tiles: spanAt(bytes, 56, size),
    packing: named(packings, bytes[97], 'directories'),
    tilePacking: named(packings, bytes[98], 'packing'),
    format: named(formats, bytes[99], 'tiles'),
    ...zoomsOf(bytes[100], bytes[101]),
    bounds: boundsOf(corners) ?? wholeWorld,
  }
}
