import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { tileIdOf, type TilePlace } from '../../packages/server/src/charts/tile-id.ts'

/** A run of equal tiles, or, without a run, a directory of the next level. */
interface Entry {
  readonly id: number
  readonly offset: number
  readonly length: number
  run: number
}

/** The content of every tile of a zoom within a place. */
interface ArchivedTile {
  readonly place: TilePlace
  readonly zoom: number
  readonly bytes: Uint8Array
}

type Bounds = readonly [west: number, south: number, east: number, north: number]

interface ArchiveOptions {
  readonly tiles: Iterable<ArchivedTile>
  readonly metadata: object
  readonly zooms: readonly number[]
  /** Degrees; the world when absent. */
  readonly bounds?: Bounds
}

interface Archive {
  readonly bytes: Buffer
  /** How many tiles have a content. */
  readonly tiles: number
  /** How many different contents they have. */
  readonly contents: number
}

// PMTiles 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
const headerLength = 127
const entriesPerLeaf = 4096
const gzipped = 2
const vectorTiles = 1
const degree = 1e7

const packed = (bytes: Uint8Array): Buffer => gzipSync(bytes, { level: 9 })

/** Encodes each column separately, as differences where they are smaller. */
const directoryOf = (entries: readonly Entry[]): Buffer => {
  const writer = new PbfWriter()
  writer.writeVarint(entries.length)
  for (const [at, { id }] of entries.entries()) writer.writeVarint(id - (entries[at - 1]?.id ?? 0))
  for (const { run } of entries) writer.writeVarint(run)
  for (const { length } of entries) writer.writeVarint(length)
  for (const [at, { offset }] of entries.entries()) {
    const before = entries[at - 1]
    const isNext = before !== undefined && offset === before.offset + before.length
    writer.writeVarint(isNext ? 0 : offset + 1)
  }
  return packed(writer.finish())
}

const directoriesOf = (entries: readonly Entry[]): { root: Buffer; leaves: Buffer } => {
  const roots: Entry[] = []
  const leaves: Buffer[] = []
  let offset = 0
  for (let at = 0; at < entries.length; at += entriesPerLeaf) {
    const leaf = directoryOf(entries.slice(at, at + entriesPerLeaf))
    roots.push({ id: entries[at]?.id ?? 0, offset, length: leaf.length, run: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directoryOf(roots), leaves: Buffer.concat(leaves) }
}

/** The first id of a zoom. */
const firstOf = (zoom: number): number => (4 ** zoom - 1) / 3

/** The ids of the tiles of a zoom within a place are consecutive, because they are counted along a Hilbert curve. */
const runOf = ({ place, zoom }: ArchivedTile): { id: number; run: number } => {
  const run = 4 ** (zoom - place.z)
  return { id: firstOf(zoom) + (tileIdOf(place) - firstOf(place.z)) * run, run }
}

/** Equal tiles are stored once, and consecutive equal tiles share one entry. */
const storedOnce = (tiles: Iterable<ArchivedTile>): { entries: Entry[]; data: Buffer; contents: number } => {
  const entries: Entry[] = []
  const data: Buffer[] = []
  const placeByContent = new Map<string, { offset: number; length: number }>()
  let end = 0
  // Packed at once: the tiles of the world would not fit into memory otherwise.
  const numbered = Array.from(tiles, (tile) => ({ ...runOf(tile), stored: packed(tile.bytes) }))
  for (const { id, run, stored } of numbered.toSorted((one, other) => one.id - other.id)) {
    const content = createHash('sha256').update(stored).digest('base64')
    let place = placeByContent.get(content)
    if (place === undefined) {
      place = { offset: end, length: stored.length }
      placeByContent.set(content, place)
      data.push(stored)
      end += stored.length
    }
    const last = entries.at(-1)
    if (last?.offset === place.offset && last.id + last.run === id) last.run += run
    else entries.push({ id, ...place, run })
  }
  return { entries, data: Buffer.concat(data), contents: placeByContent.size }
}

interface Header {
  readonly sections: readonly Buffer[]
  readonly counts: readonly number[]
  readonly zooms: readonly number[]
  readonly bounds: Bounds
}

const headerOf = ({ sections, counts, zooms, bounds }: Header): Buffer => {
  const header = Buffer.alloc(headerLength)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  let [at, offset] = [8, headerLength]
  const writeLong = (value: number): void => void (at = header.writeBigUInt64LE(BigInt(value), at))
  for (const { length } of sections) {
    writeLong(offset)
    writeLong(length)
    offset += length
  }
  for (const count of counts) writeLong(count)
  const isClustered = 1
  header.set([isClustered, gzipped, gzipped, vectorTiles, Math.min(...zooms), Math.max(...zooms)], at)
  for (const [index, value] of bounds.entries())
    header.writeInt32LE(Math.round(value * degree), 102 + 4 * index)
  return header
}

const wholeWorld: Bounds = [-180, -85.0511288, 180, 85.0511288]

/** One file with all tiles that can be read by ranges. */
export const archiveOf = ({ tiles, metadata, zooms, bounds = wholeWorld }: ArchiveOptions): Archive => {
  const { entries, data, contents } = storedOnce(tiles)
  const { root, leaves } = directoriesOf(entries)
  const sections = [root, packed(Buffer.from(JSON.stringify(metadata))), leaves, data]
  const addressed = entries.reduce((sum, { run }) => sum + run, 0)
  const header = headerOf({ sections, counts: [addressed, entries.length, contents], zooms, bounds })
  return { bytes: Buffer.concat([header, ...sections]), tiles: addressed, contents }
}
