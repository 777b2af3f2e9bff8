import type { ReadableChart, TileFormat } from '@marinedata/model'
import type { Packing } from '../packing.ts'
import { boundsOf, unreadable, wholeWorld } from './chart-file.ts'
import { maxZoom } from './tile-id.ts'

/** A range of bytes in a file. */
export interface Span {
  readonly offset: number
  readonly length: number
}

/** The header of an archive, PMTiles version 3. */
export interface PmtilesHeader {
  readonly root: Span
  readonly metadata: Span
  readonly leaves: Span
  readonly tiles: Span
  /** Compression of directories and metadata. */
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
  if (offset + length > BigInt(size)) throw unreadable('The archive is truncated')
  return { offset: Number(offset), length: Number(length) }
}

const lookUp = <Name>(names: readonly (Name | undefined)[], code: number | undefined, what: string): Name => {
  const name = names[code ?? 0]
  if (name === undefined) throw unreadable(`The ${what} ${code} of the archive is not supported`)
  return name
}

const zoomsOf = (minzoom = 0, maxzoom = 0): Pick<PmtilesHeader, 'minzoom' | 'maxzoom'> => {
  if (minzoom > maxzoom || maxzoom > maxZoom)
    throw unreadable(`The archive states an invalid range of zoom ${minzoom} to ${maxzoom}`)
  return { minzoom, maxzoom }
}

/**
 * @param size of the whole file
 * @throws MarineDataError when it is not a valid header, or has an offset beyond the end of the file
 */
export const readHeader = (bytes: Buffer, size: number): PmtilesHeader => {
  if (bytes.length < headerLength || bytes.toString('latin1', 0, 7) !== 'PMTiles')
    throw unreadable('The file is not a PMTiles archive')
  if (bytes[7] !== 3) throw unreadable(`The archive has version ${bytes[7]}. Only version 3 is supported.`)
  const corners = [102, 106, 110, 114].map((at) => bytes.readInt32LE(at) / degree)
  return {
    root: spanAt(bytes, 8, size),
    metadata: spanAt(bytes, 24, size),
    leaves: spanAt(bytes, 40, size),
    tiles: spanAt(bytes, 56, size),
    packing: lookUp(packings, bytes[97], 'directory compression'),
    tilePacking: lookUp(packings, bytes[98], 'tile compression'),
    format: lookUp(formats, bytes[99], 'tile type'),
    ...zoomsOf(bytes[100], bytes[101]),
    bounds: boundsOf(corners) ?? wholeWorld,
  }
}
