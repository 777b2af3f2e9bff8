import { MarineDataError, type TileFormat } from '@marinedata/model'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import {
  boundsOf,
  kindOf,
  largestTile,
  plainText,
  unreadable,
  wholeWorld,
  type ChartFacts,
  type ChartFile,
  type ChartTile,
} from './chart-file.ts'
import { maxZoom, isPlace, type TilePlace } from './tile-id.ts'

const formatByName: ReadonlyMap<unknown, TileFormat> = new Map([
  ['png', 'png'],
  ['jpg', 'jpg'],
  ['jpeg', 'jpg'],
  ['webp', 'webp'],
  ['pbf', 'pbf'],
  ['mvt', 'pbf'],
])

/** Does not load a tile that is too large into memory. */
const tileQuery = `
  SELECT length(tile_data) AS length, CASE WHEN length(tile_data) <= ${largestTile} THEN tile_data END AS bytes
  FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?`

const zoomQuery = 'SELECT 1 FROM tiles WHERE zoom_level = ? LIMIT 1'

const metadataQuery = `
  SELECT name, substr(value, 1, 1000) AS value FROM (SELECT name, value FROM metadata LIMIT 1000)
  WHERE name IN ('name', 'format', 'bounds', 'minzoom', 'maxzoom', 'attribution')`

const metadataKindQuery = "SELECT type FROM sqlite_schema WHERE name = 'metadata'"

/** Reads the metadata. It must be a table, because a query of a view could run for ever. */
const textsOf = (database: DatabaseSync): Map<unknown, unknown> => {
  if (database.prepare(metadataKindQuery).get()?.['type'] !== 'table')
    throw unreadable('The file has no metadata table')
  const rows = database.prepare(metadataQuery).all()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/**
 * Requires that every step of the tile query uses an index. Otherwise each tile would scan the whole file and block the
 * server, and a malicious view could run for ever.
 */
const requireIndex = (database: DatabaseSync): void => {
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${tileQuery}`).all(0, 0, 0)
  const isQuick = steps.every(({ detail }) => !/^SCAN|RECURSIVE/.test(String(detail)))
  if (!isQuick) throw unreadable('The tiles table has no index, so reading a tile would take too long')
}

/** Parses numbers from text such as `18.5,59.1,24.2,61`. */
const numbersIn = (text: unknown): number[] => String(text).split(',').map(Number)

const zoomIn = (text: unknown): number | undefined => {
  const zoom = Number(text ?? NaN)
  return Number.isInteger(zoom) && zoom >= 0 && zoom <= maxZoom ? zoom : undefined
}

/** The zooms of the metadata, or else those that have tiles. */
const zoomsOf = (database: DatabaseSync, texts: Map<unknown, unknown>): [number, number] => {
  const [min, max] = [zoomIn(texts.get('minzoom')), zoomIn(texts.get('maxzoom'))]
  if (min !== undefined && max !== undefined && min <= max) return [min, max]
  const query = database.prepare(zoomQuery)
  const zooms = Array.from({ length: maxZoom + 1 }, (_, zoom) => zoom)
  const present = zooms.filter((zoom) => query.get(zoom) !== undefined)
  const [first, last] = [present[0], present.at(-1)]
  if (first === undefined || last === undefined) throw unreadable('The file has no tiles')
  return [first, last]
}

const formatOf = (texts: Map<unknown, unknown>): TileFormat => {
  const name = texts.get('format') ?? 'png'
  const format = formatByName.get(name)
  if (format === undefined)
    throw unreadable(`The tile format "${plainText(name)}" is not supported. Use png, jpg, webp or pbf.`)
  return format
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Tiles in an SQLite database: https://github.com/mapbox/mbtiles-spec */
export class MbtilesFile implements ChartFile {
  readonly #url: URL
  /** Set by describe(). */
  #format: TileFormat | undefined

  constructor(file: string) {
    this.#url = pathToFileURL(file)
    // Immutable mode takes no locks and creates no journal: the folder may be read-only.
    this.#url.searchParams.set('immutable', '1')
  }

  async describe(): Promise<ChartFacts> {
    return this.#reading((database) => {
      requireIndex(database)
      const texts = textsOf(database)
      const format = formatOf(texts)
      this.#format = format
      const [minzoom, maxzoom] = zoomsOf(database, texts)
      const [name, attribution] = [plainText(texts.get('name')), plainText(texts.get('attribution'))]
      return {
        ...(name !== undefined && { name }),
        ...(attribution !== undefined && { attribution }),
        kind: kindOf(format),
        format,
        minzoom,
        maxzoom,
        bounds: boundsOf(numbersIn(texts.get('bounds'))) ?? wholeWorld,
      }
    })
  }

  async tile(place: TilePlace): Promise<ChartTile | undefined> {
    if (!isPlace(place)) return undefined
    const format = this.#format ?? (await this.describe()).format
    const { z, x, y } = place
    const row = this.#reading((database) => {
      requireIndex(database)
      // MBTiles counts rows from the south.
      return database.prepare(tileQuery).get(z, x, 2 ** z - 1 - y)
    })
    if (row === undefined || row['length'] === null) return undefined
    const { bytes } = row
    if (!(bytes instanceof Uint8Array))
      throw unreadable(`The tile is damaged, or larger than the limit of ${largestTile} bytes`)
    return { bytes, packing: format === 'pbf' && isGzip(bytes) ? 'gzip' : 'identity', format }
  }

  #reading<T>(work: (database: DatabaseSync) => T): T {
    try {
      using database = new DatabaseSync(this.#url, { readOnly: true, allowExtension: false })
      // Views of an untrusted file must not call functions with side effects.
      database.exec('PRAGMA trusted_schema = OFF')
      return work(database)
    } catch (error) {
      throw error instanceof MarineDataError
        ? error
        : unreadable('The file is not an MBTiles database, or is damaged', error)
    }
  }
}
