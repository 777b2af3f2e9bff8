import type { DatabaseSync } from 'node:sqlite'
import { unreadable } from './chart-file.ts'

const entryQuery = 'SELECT type, rootpage, sql FROM sqlite_schema WHERE lower(name) = ?'

/** The one shape of a view: places in one table, images in another, as writers of MBTiles store equal images once. */
const viewShape =
  /^create view tiles as select (\w+)\.zoom_level(?: as zoom_level)? ?, ?\1\.tile_column(?: as tile_column)? ?, ?\1\.tile_row(?: as tile_row)? ?, ?(\w+)\.tile_data(?: as tile_data)? from (\w+) (?:inner |left )?join (\w+) on \(? ?(\w+)\.\w+ ?= ?(\w+)\.\w+ ?\)? ?;?$/

/** Whether a table stores all its columns. Generated columns and virtual tables compute them, as long as they like. */
const isStored = (database: DatabaseSync, name: string): boolean => {
  const entries = database.prepare(entryQuery).all(name)
  if (entries.length !== 1 || entries[0]?.['type'] !== 'table' || Number(entries[0]['rootpage']) === 0)
    return false
  const columns = database.prepare('SELECT hidden FROM pragma_table_xinfo(?)').all(name)
  return columns.every(({ hidden }) => hidden === 0)
}

/** The tables that a view of the known shape joins; undefined for any other view. */
const joinedTables = (sql: unknown): string[] | undefined => {
  const plain = String(sql)
    .replaceAll(/["`[\]]/g, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
  const [, places = '', images = '', ...others] = viewShape.exec(plain) ?? []
  const isJoin = (one?: string, other?: string): boolean =>
    (one === places && other === images) || (one === images && other === places)
  const [from, join, left, right] = others
  return places !== images && isJoin(from, join) && isJoin(left, right) ? [places, images] : undefined
}

/**
 * Requires that a tile is looked up, not computed: `tiles` is a table, or a view that joins two tables, and nothing in
 * them is generated. A view or a generated column of a stranger's file is a program that can run for ever.
 * @throws MarineDataError
 */
export const requireLookup = (database: DatabaseSync): void => {
  const [tiles] = database.prepare(entryQuery).all('tiles')
  if (tiles === undefined) throw unreadable('The file is not an MBTiles database, or is damaged')
  if (!isStored(database, 'metadata')) throw unreadable('The file has no plain metadata table')
  const tables = tiles['type'] === 'view' ? joinedTables(tiles['sql']) : ['tiles']
  if (tables?.every((name) => isStored(database, name)) !== true)
    throw unreadable('The tiles are computed by the file, not stored as MBTiles describes')
}
