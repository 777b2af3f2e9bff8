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

export interface ArchivedTile extends TilePlace {
  readonly bytes: Uint8Array
}

export interface ArchiveOptions {
  readonly tiles: Iterable<ArchivedTile>
  readonly metadata: object
  readonly maxZoom: number
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

/** Equal tiles are stored once, and consecutive equal tiles share one entry. */
const storedOnce = (tiles: Iterable<ArchivedTile>): { entries: Entry[]; data: Buffer; contents: number } => {
  const entries: Entry[] = []
  const data: Buffer[] = []
  const placeByContent = new Map<string, { offset: number; length: number }>()
  let end = 0
  const numbered = Array.from(tiles, (tile) => ({ id: tileIdOf(tile), bytes: tile.bytes }))
  for (const { id, bytes } of numbered.toSorted((one, other) => one.id - other.id)) {
    const content = Buffer.from(bytes).toString('latin1')
    let place = placeByContent.get(content)
    if (place === undefined) {
      const stored = packed(bytes)
      place = { offset: end, length: stored.length }
      placeByContent.set(content, place)
      data.push(stored)
      end += stored.length
    }
    const last = entries.at(-1)
    if (last?.offset === place.offset && last.id + last.run === id) last.run++
    else entries.push({ id, ...place, run: 1 })
  }
  return { entries, data: Buffer.concat(data), contents: placeByContent.size }
}

const headerOf = (sections: readonly Buffer[], counts: readonly number[], maxZoom: number): Buffer => {
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
  header.set([isClustered, gzipped, gzipped, vectorTiles, 0, maxZoom], at)
  const bounds = [-180, -85.0511288, 180, 85.0511288]
  for (const [index, value] of bounds.entries())
    header.writeInt32LE(Math.round(value * degree), 102 + 4 * index)
  return header
}

/** One file with all tiles that can be read by ranges. */
export const archiveOf = ({ tiles, metadata, maxZoom }: ArchiveOptions): Buffer => {
  const { entries, data, contents } = storedOnce(tiles)
  const { root, leaves } = directoriesOf(entries)
  const sections = [root, packed(Buffer.from(JSON.stringify(metadata))), leaves, data]
  const addressed = entries.reduce((sum, { run }) => sum + run, 0)
  const header = headerOf(sections, [addressed, entries.length, contents], maxZoom)
  return Buffer.concat([header, ...sections])
}
