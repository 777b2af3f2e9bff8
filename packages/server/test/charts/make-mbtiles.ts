import { DatabaseSync } from 'node:sqlite'

export interface MadeTile {
  readonly z: number
  readonly x: number
  /** From the south, as the file counts. */
  readonly row: number
  readonly bytes: Uint8Array
}

export interface MadeChart {
  readonly metadata: Readonly<Record<string, string>>
  readonly tiles: readonly MadeTile[]
  /** As some tools make it: `tiles` is a view, and equal pictures are kept once. */
  readonly asView?: boolean
  readonly withoutIndex?: boolean
}

/** The smallest picture: one red pixel. */
export const redPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

const plainTables =
  'CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);'
const plainIndex = 'CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);'
const viewTables = `
  CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
  CREATE TABLE images (tile_data BLOB, tile_id TEXT);
  CREATE UNIQUE INDEX map_index ON map (zoom_level, tile_column, tile_row);
  CREATE UNIQUE INDEX images_id ON images (tile_id);
  CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
    map.tile_row AS tile_row, images.tile_data AS tile_data
    FROM map JOIN images ON images.tile_id = map.tile_id;`

/** Writes a chart as its specification says. */
export const makeMbtiles = (file: string, { metadata, tiles, asView, withoutIndex }: MadeChart): void => {
  using database = new DatabaseSync(file)
  database.exec('CREATE TABLE metadata (name TEXT, value TEXT)')
  database.exec(asView === true ? viewTables : plainTables)
  if (asView !== true && withoutIndex !== true) database.exec(plainIndex)
  for (const [name, value] of Object.entries(metadata))
    database.prepare('INSERT INTO metadata VALUES (?, ?)').run(name, value)
  for (const { z, x, row, bytes } of tiles) {
    const id = `${z}/${x}/${row}`
    if (asView !== true) database.prepare('INSERT INTO tiles VALUES (?, ?, ?, ?)').run(z, x, row, bytes)
    if (asView !== true) continue
    database.prepare('INSERT INTO map VALUES (?, ?, ?, ?)').run(z, x, row, id)
    database.prepare('INSERT INTO images VALUES (?, ?)').run(bytes, id)
  }
}
