import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { MbtilesFile } from './mbtiles-file.ts'
import { MbtilesReader } from './mbtiles-reader.ts'

const metadata = "CREATE TABLE metadata (name, value); INSERT INTO metadata VALUES ('format', 'png');"
const tile = "0, 0, 0, x'89504e47'"
const columns = 'zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER'
const index = (table: string): string =>
  `CREATE UNIQUE INDEX ${table}_index ON ${table} (zoom_level, tile_column, tile_row);`
const joined = (places: string, images: string): string => `${metadata}
  CREATE TABLE ${places} (${columns}, tile_id TEXT); ${index(places)}
  CREATE TABLE ${images} (tile_id TEXT PRIMARY KEY, tile_data BLOB);
  INSERT INTO ${places} VALUES (0, 0, 0, 'a'); INSERT INTO ${images} VALUES ('a', x'89504e47');`

const sound: Readonly<Record<string, string>> = {
  table: `${metadata} CREATE TABLE tiles (${columns}, tile_data BLOB); ${index('tiles')} INSERT INTO tiles VALUES (${tile});`,
  'view of mbutil': `${joined('map', 'images')} CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level,
    map.tile_column AS tile_column, map.tile_row AS tile_row, images.tile_data AS tile_data
    FROM map JOIN images ON images.tile_id = map.tile_id;`,
  'view of other tables': `${joined('tiles_shallow', 'tiles_data')} CREATE VIEW "tiles" AS select tiles_shallow.zoom_level,
    tiles_shallow.tile_column, tiles_shallow.tile_row, tiles_data.tile_data
    from tiles_shallow join tiles_data on (tiles_shallow.tile_id = tiles_data.tile_id)`,
}

const programs: Readonly<Record<string, string>> = {
  'generated column': `${metadata} CREATE TABLE tiles (${columns}, tile_data BLOB
    AS (zeroblob(1000000) || hex(zeroblob(300000000)))); ${index('tiles')} INSERT INTO tiles VALUES (0, 0, 0);`,
  'generated column in the joined table': `${metadata} CREATE TABLE map (${columns}, tile_id TEXT); ${index('map')}
    CREATE TABLE images (tile_id TEXT PRIMARY KEY, tile_data BLOB AS (hex(zeroblob(300000000))));
    CREATE VIEW tiles AS SELECT map.zoom_level, map.tile_column, map.tile_row, images.tile_data
    FROM map JOIN images ON images.tile_id = map.tile_id;`,
  'view with a sub-query over an index': `${metadata} CREATE TABLE a (k, v); CREATE INDEX ai ON a (k);
    CREATE TABLE t (z, x, y, d); INSERT INTO t VALUES (${tile}); CREATE INDEX ti ON t (z, x, y);
    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 1000) INSERT INTO a SELECT 1, i FROM c;
    CREATE VIEW tiles AS SELECT z zoom_level, x tile_column, y tile_row, (SELECT count(*) FROM a p, a q, a r
    WHERE p.k = t.z + 1 AND q.k = p.k AND r.k = q.k AND p.v + q.v + r.v < 0) || d tile_data FROM t;`,
  'view of a view': `${joined('map', 'stored')} CREATE VIEW images AS SELECT * FROM stored;
    CREATE VIEW tiles AS SELECT map.zoom_level, map.tile_column, map.tile_row, images.tile_data
    FROM map JOIN images ON images.tile_id = map.tile_id;`,
  'virtual table': `${metadata} CREATE VIRTUAL TABLE tiles USING fts5 (zoom_level, tile_column, tile_row, tile_data);`,
  'generated metadata': `CREATE TABLE metadata (name, value AS (hex(zeroblob(100000000)))); INSERT INTO metadata VALUES ('format');
    CREATE TABLE tiles (${columns}, tile_data BLOB); ${index('tiles')}`,
}

class Charts implements AsyncDisposable {
  readonly reader = new MbtilesReader()
  readonly #folder: string
  #made = 0

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async open(): Promise<Charts> {
    return new Charts(await mkdtemp(join(tmpdir(), 'marinedata-mbtiles-')))
  }

  make(sql: string): MbtilesFile {
    const file = join(this.#folder, `${this.#made++}.mbtiles`)
    using database = new DatabaseSync(file)
    database.exec(sql)
    return new MbtilesFile(file, this.reader)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.reader[Symbol.dispose]()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

test('reads a table, and a view that joins two tables', async () => {
  await using charts = await Charts.open()
  for (const [name, sql] of Object.entries(sound)) {
    const file = charts.make(sql)
    assert.equal((await file.describe()).format, 'png', name)
    assert.deepEqual(
      [...((await file.tile({ z: 0, x: 0, y: 0 }))?.bytes ?? [])],
      [0x89, 0x50, 0x4e, 0x47],
      name,
    )
  }
})

test('rejects a file that computes its tiles', async () => {
  await using charts = await Charts.open()
  for (const [name, sql] of Object.entries(programs)) {
    const file = charts.make(sql)
    const isRejected = (error: unknown): boolean =>
      error instanceof MarineDataError && /computed by the file|no plain metadata/.test(error.message)
    await assert.rejects(file.describe(), isRejected, name)
    await assert.rejects(file.tile({ z: 0, x: 0, y: 0 }), isRejected, name)
  }
})

test('reads with less than 256 MB of memory, and rejects a value that is too large', async () => {
  await using charts = await Charts.open()
  const file = charts.make(`${sound['table']} INSERT INTO metadata VALUES ('name', zeroblob(100000000));`)
  await assert.rejects(file.describe(), /damaged/)
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${charts.reader.pid}/status`, 'latin1'))?.[1]
  assert.ok(Number(peak) * 1_024 < 256e6, `${peak} kB`)
})

test('a process that does not answer is killed, and the next chart is read by another', async () => {
  await using charts = await Charts.open()
  const [stuck, other] = [charts.make(sound['table']!), charts.make(sound['table']!)]
  await stuck.describe()
  const { pid } = charts.reader
  process.kill(pid!, 'SIGSTOP')
  await assert.rejects(stuck.tile({ z: 0, x: 0, y: 0 }), /took too long/)
  await assert.rejects(stuck.tile({ z: 0, x: 0, y: 0 }), /took too long/)
  assert.equal(charts.reader.pid, undefined)
  assert.equal((await other.describe()).format, 'png')
  assert.notEqual(charts.reader.pid, pid)
})

test('rejects questions when too many wait', async () => {
  await using charts = await Charts.open()
  const file = charts.make(sound['table']!)
  await file.describe()
  const answers = await Promise.allSettled(Array.from({ length: 300 }, () => file.tile({ z: 0, x: 0, y: 0 })))
  const rejected = answers.filter(({ status }) => status === 'rejected')
  assert.equal(rejected.length, 300 - 257)
  assert.ok((await file.tile({ z: 0, x: 0, y: 0 })) !== undefined)
})
