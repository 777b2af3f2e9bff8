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
} from './chart-file.ts'
import { requireLookup } from './mbtiles-schema.ts'
import { maxZoom, type TilePlace } from './tile-id.ts'

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

/** Limits in SQLite for each value and statement, including the schema's. */
const limits = { length: 2 * largestTile, sqlLength: 100_000, column: 100, exprDepth: 50, compoundSelect: 4 }

const zoomQuery = 'SELECT 1 FROM tiles WHERE zoom_level = ? LIMIT 1'

const metadataQuery = `
  SELECT name, substr(value, 1, 1000) AS value FROM (SELECT name, value FROM metadata LIMIT 1000)
  WHERE name IN ('name', 'format', 'bounds', 'minzoom', 'maxzoom', 'attribution')`

const textsOf = (database: DatabaseSync): Map<unknown, unknown> => {
  const rows = database.prepare(metadataQuery).all()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/**
 * Requires that every step of the tile query uses an index. Otherwise each tile would scan the whole file.
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

const reading = <T>(file: string, work: (database: DatabaseSync) => T): T => {
  const url = pathToFileURL(file)
  // Immutable mode takes no locks and creates no journal: the folder may be read-only.
  url.searchParams.set('immutable', '1')
  try {
    using database = new DatabaseSync(url, { readOnly: true, allowExtension: false, limits })
    // Views of an untrusted file must not call functions with side effects.
    database.exec('PRAGMA trusted_schema = OFF')
    requireLookup(database)
    requireIndex(database)
    return work(database)
  } catch (error) {
    throw error instanceof MarineDataError
      ? error
      : unreadable('The file is not an MBTiles database, or is damaged', error)
  }
}

/** @throws MarineDataError when the file cannot be used */
export const describeMbtiles = (file: string): ChartFacts =>
  reading(file, (database) => {
    const texts = textsOf(database)
    const format = formatOf(texts)
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

/** Undefined where the file has no tile. @throws MarineDataError when the file cannot be used */
export const readMbtile = (file: string, { z, x, y }: TilePlace): Uint8Array | undefined => {
  // MBTiles counts rows from the south.
  const row = reading(file, (database) => database.prepare(tileQuery).get(z, x, 2 ** z - 1 - y))
  if (row === undefined || row['length'] === null) return undefined
  const { bytes } = row
  if (bytes instanceof Uint8Array) return bytes
  throw unreadable(`The tile is damaged, or larger than the limit of ${largestTile} bytes`)
}
