import { open, type FileHandle } from 'node:fs/promises'
import { MarineDataError } from '@marinedata/model'
import { unpacked, type Packing } from '../packing.ts'
import {
  kindOf,
  largestTile,
  plainText,
  unreadable,
  type ChartFacts,
  type ChartFile,
  type ChartTile,
} from './chart-file.ts'
import { PmtilesDirectory, type Found } from './pmtiles-directory.ts'
import { headerLength, readHeader, type PmtilesHeader, type Span } from './pmtiles-header.ts'
import { isPlace, tileIdOf, type TilePlace } from './tile-id.ts'

const limits = {
  directoryBytes: 4 * 2 ** 20,
  metadataBytes: 2 ** 20,
  /** Leaf directories in the cache. */
  leaves: 8,
  /** Levels of directories including the root; ends a loop. */
  depth: 4,
}

/** The cached contents of an archive, valid while the file is the same. */
interface Contents {
  readonly stamp: string
  readonly header: PmtilesHeader
  readonly root: PmtilesDirectory
  readonly leafByOffset: Map<number, PmtilesDirectory>
}

const within = (section: Span, { offset, length }: Span): Span => {
  if (offset + length > section.length) throw unreadable('The archive has an offset outside the file')
  return { offset: section.offset + offset, length }
}

const readSpan = async (handle: FileHandle, { offset, length }: Span): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

const readPacked = async (
  handle: FileHandle,
  span: Span,
  { packing, limit, what }: { packing: Packing; limit: number; what: string },
): Promise<Uint8Array> => {
  if (span.length > limit)
    throw unreadable(`The archive has ${what} of ${span.length} bytes; the limit is ${limit}`)
  try {
    return await unpacked(await readSpan(handle, span), packing, limit)
  } catch (error) {
    throw unreadable(`The archive has ${what} that cannot be decompressed`, error)
  }
}

const readDirectory = async (handle: FileHandle, span: Span, packing: Packing): Promise<PmtilesDirectory> => {
  const limit = limits.directoryBytes
  return new PmtilesDirectory(await readPacked(handle, span, { packing, limit, what: 'a directory' }))
}

/** An archive of tiles in one file, PMTiles version 3: https://github.com/protomaps/PMTiles */
export class PmtilesFile implements ChartFile {
  readonly #file: string | URL
  #contents: Contents | undefined

  constructor(file: string | URL) {
    this.#file = file
  }

  describe(): Promise<ChartFacts> {
    return this.#reading(async (handle, { header }) => {
      const { format, bounds, minzoom, maxzoom } = header
      const { name, attribution, content } = await this.#metadata(handle, header)
      const [title, owner] = [plainText(name), plainText(attribution)]
      return {
        ...(title !== undefined && { name: title }),
        ...(owner !== undefined && { attribution: owner }),
        kind: kindOf(format),
        format,
        ...(content === 'coast' && format === 'pbf' && { content }),
        bounds,
        minzoom,
        maxzoom,
      }
    })
  }

  async tile(place: TilePlace): Promise<ChartTile | undefined> {
    if (!isPlace(place)) return undefined
    return await this.#reading(async (handle, contents) => {
      const { header } = contents
      const found = await this.#find(handle, contents, tileIdOf(place))
      if (found === undefined || found.length === 0) return undefined
      if (found.length > largestTile)
        throw unreadable(`The tile has ${found.length} bytes; the limit is ${largestTile}`)
      const bytes = await readSpan(handle, within(header.tiles, found))
      return { bytes, packing: header.tilePacking, format: header.format }
    })
  }

  async #reading<T>(work: (handle: FileHandle, contents: Contents) => Promise<T>): Promise<T> {
    try {
      await using handle = await open(this.#file)
      return await work(handle, await this.#open(handle))
    } catch (error) {
      throw error instanceof MarineDataError ? error : unreadable('The file cannot be read', error)
    }
  }

  async #open(handle: FileHandle): Promise<Contents> {
    const { size, mtimeMs, ino } = await handle.stat()
    const stamp = `${size} ${mtimeMs} ${ino}`
    if (this.#contents?.stamp === stamp) return this.#contents
    const header = readHeader(await readSpan(handle, { offset: 0, length: headerLength }), size)
    const root = await readDirectory(handle, header.root, header.packing)
    this.#contents = { stamp, header, root, leafByOffset: new Map() }
    return this.#contents
  }

  async #find(handle: FileHandle, contents: Contents, id: number): Promise<Found | undefined> {
    let found = contents.root.find(id)
    for (let depth = 1; found?.isLeaf === true; depth++) {
      if (depth === limits.depth) throw unreadable('The directories of the archive are nested too deeply')
      const leaf = await this.#leaf(handle, contents, found)
      found = leaf.find(id)
    }
    return found
  }

  /** Reads a leaf directory, with a cache of the last used ones. */
  async #leaf(handle: FileHandle, { header, leafByOffset }: Contents, span: Span): Promise<PmtilesDirectory> {
    const known = leafByOffset.get(span.offset)
    const leaf = known ?? (await readDirectory(handle, within(header.leaves, span), header.packing))
    leafByOffset.delete(span.offset)
    leafByOffset.set(span.offset, leaf)
    const [oldest] = leafByOffset.keys()
    if (leafByOffset.size > limits.leaves && oldest !== undefined) leafByOffset.delete(oldest)
    return leaf
  }

  /** The JSON metadata of the archive; empty when it is damaged, because the tiles may be intact. */
  async #metadata(
    handle: FileHandle,
    { metadata, packing }: PmtilesHeader,
  ): Promise<Record<string, unknown>> {
    const limit = limits.metadataBytes
    try {
      const bytes = await readPacked(handle, metadata, { packing, limit, what: 'metadata' })
      const parsed: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
      return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
    } catch {
      return {}
    }
  }
}
