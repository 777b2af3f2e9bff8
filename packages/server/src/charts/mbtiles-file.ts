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
import { deepestZoom, isPlace, type TilePlace } from './tile-id.ts'

const formatByName: ReadonlyMap<unknown, TileFormat> = new Map([
  ['png', 'png'],
  ['jpg', 'jpg'],
  ['jpeg', 'jpg'],
  ['webp', 'webp'],
  ['pbf', 'pbf'],
  ['mvt', 'pbf'],
])

/** A tile that is too large is not even taken into memory. */
const tileQuery = `
  SELECT length(tile_data) AS length, CASE WHEN length(tile_data) <= ${largestTile} THEN tile_data END AS bytes
  FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?`

const zoomQuery = 'SELECT 1 FROM tiles WHERE zoom_level = ? LIMIT 1'

const metadataQuery = `
  SELECT name, substr(value, 1, 1000) AS value FROM (SELECT name, value FROM metadata LIMIT 1000)
  WHERE name IN ('name', 'format', 'bounds', 'minzoom', 'maxzoom', 'attribution')`

const metadataKindQuery = "SELECT type FROM sqlite_schema WHERE name = 'metadata'"

/** A view could be one that never ends. */
const textsOf = (database: DatabaseSync): Map<unknown, unknown> => {
  if (database.prepare(metadataKindQuery).get()?.['type'] !== 'table')
    throw unreadable('The file has no table of metadata')
  const rows = database.prepare(metadataQuery).all()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/**
 * Every step of a question must be a look into an index. Without one, each tile would read the whole file while the boat
 * waits; and a view that was made to run for ever would never come back.
 */
const demandIndex = (database: DatabaseSync): void => {
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${tileQuery}`).all(0, 0, 0)
  const isQuick = steps.every(({ detail }) => !/^SCAN|RECURSIVE/.test(String(detail)))
  if (!isQuick) throw unreadable('The tiles have no index, so that looking for one would take too long')
}

/** Numbers of a text such as `18.5,59.1,24.2,61`. */
const numbersIn = (text: unknown): number[] => String(text).split(',').map(Number)

const zoomIn = (text: unknown): number | undefined => {
  const zoom = Number(text ?? NaN)
  return Number.isInteger(zoom) && zoom >= 0 && zoom <= deepestZoom ? zoom : undefined
}

/** Where nothing is said of the zooms, those are taken at which there are tiles. */
const zoomsOf = (database: DatabaseSync, texts: Map<unknown, unknown>): [number, number] => {
  const [told, most] = [zoomIn(texts.get('minzoom')), zoomIn(texts.get('maxzoom'))]
  if (told !== undefined && most !== undefined && told <= most) return [told, most]
  const query = database.prepare(zoomQuery)
  const zooms = Array.from({ length: deepestZoom + 1 }, (_, zoom) => zoom)
  const present = zooms.filter((zoom) => query.get(zoom) !== undefined)
  const [first, last] = [present[0], present.at(-1)]
  if (first === undefined || last === undefined) throw unreadable('The file has no tiles')
  return [first, last]
}

const formatOf = (texts: Map<unknown, unknown>): TileFormat => {
  const told = texts.get('format') ?? 'png'
  const format = formatByName.get(told)
  if (format === undefined)
    throw unreadable(`The tiles are of the format "${plainText(told)}", which is not known here`)
  return format
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Tiles in a database of SQLite: https://github.com/mapbox/mbtiles-spec */
export class MbtilesFile implements ChartFile {
  readonly #url: URL
  /** Known once the file was described. */
  #format: TileFormat | undefined

  constructor(file: string) {
    this.#url = pathToFileURL(file)
    // Nothing is locked, and no journal is made beside it: the folder may be one that cannot be written.
    this.#url.searchParams.set('immutable', '1')
  }

  async describe(): Promise<ChartFacts> {
    return this.#reading((database) => {
      demandIndex(database)
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
      demandIndex(database)
      // Rows are counted from the south here.
      return database.prepare(tileQuery).get(z, x, 2 ** z - 1 - y)
    })
    if (row === undefined || row['length'] === null) return undefined
    const { bytes } = row
    if (!(bytes instanceof Uint8Array))
      throw unreadable(`The tile is damaged, or larger than ${largestTile} bytes, which is the limit`)
    return { bytes, packing: format === 'pbf' && isGzip(bytes) ? 'gzip' : 'identity', format }
  }

  #reading<T>(work: (database: DatabaseSync) => T): T {
    try {
      using database = new DatabaseSync(this.#url, { readOnly: true, allowExtension: false })
      // Views of a foreign file may call no functions that reach outside.
      database.exec('PRAGMA trusted_schema = OFF')
      return work(database)
    } catch (error) {
      throw error instanceof MarineDataError
        ? error
        : unreadable('The file is no MBTiles database, or is damaged', error)
    }
  }
}
