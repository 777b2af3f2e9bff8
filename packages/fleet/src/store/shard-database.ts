import { inTransaction } from '@marinedata/history'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

type Row = Record<string, SQLOutputValue>

const busyTimeoutMs = 5_000

const shardTables = `
  CREATE TABLE IF NOT EXISTS fence (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL) STRICT;
  INSERT OR IGNORE INTO fence VALUES (1, 0);
  CREATE TABLE IF NOT EXISTS cursor (vid TEXT NOT NULL, log TEXT NOT NULL, layer TEXT NOT NULL,
    number INTEGER NOT NULL, changed INTEGER NOT NULL, PRIMARY KEY (vid, log, layer)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS series (vid TEXT NOT NULL, log TEXT NOT NULL, id INTEGER NOT NULL, context TEXT NOT NULL,
    path TEXT NOT NULL, source TEXT NOT NULL, part TEXT NOT NULL, steps REAL NOT NULL,
    PRIMARY KEY (vid, log, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS open (vid TEXT PRIMARY KEY, log TEXT NOT NULL, number INTEGER NOT NULL,
    json TEXT NOT NULL, owner TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS day (vid TEXT NOT NULL, log TEXT NOT NULL, day TEXT NOT NULL,
    PRIMARY KEY (vid, log, day)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS rejected (vid TEXT NOT NULL, log TEXT NOT NULL, layer TEXT NOT NULL, first INTEGER NOT NULL,
    last INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (vid, log, layer, first)) STRICT, WITHOUT ROWID;
`

// The logs of each ownership. Files without this table are older than ownerships.
const ownedTable = `
  CREATE TABLE owned (vid TEXT NOT NULL, owner TEXT NOT NULL, log TEXT NOT NULL, changed INTEGER NOT NULL,
    PRIMARY KEY (vid, owner, log)) STRICT, WITHOUT ROWID;
  INSERT INTO owned SELECT vid, '', log, max(changed) FROM cursor GROUP BY vid, log;
`

// The identity of a record is its key: what comes again changes nothing.
const dayTables = `
  CREATE TABLE IF NOT EXISTS part (vid TEXT NOT NULL, log TEXT NOT NULL, layer TEXT NOT NULL, number INTEGER NOT NULL,
    boot INTEGER NOT NULL, mono REAL NOT NULL, wall REAL NOT NULL, trust TEXT NOT NULL, blob BLOB,
    owner TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (vid, log, layer, number)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS event (vid TEXT NOT NULL, log TEXT NOT NULL, number INTEGER NOT NULL,
    segment INTEGER NOT NULL, wall REAL NOT NULL, mono REAL NOT NULL, kind TEXT NOT NULL, context TEXT NOT NULL,
    path TEXT NOT NULL, source TEXT NOT NULL, json TEXT NOT NULL, owner TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (vid, log, number)) STRICT, WITHOUT ROWID;
`

export const shardFile = 'shard.db'

/** The folder of a shard: `shard.db`, and a file per day. */
export const shardFolder = (folder: string, shard: number): string =>
  join(folder, String(shard).padStart(2, '0'))

/** The file of a day, and those that SQLite has beside it. */
export const dayFiles = (folder: string, day: string): string[] =>
  ['', '-wal', '-shm'].map((suffix) => join(folder, `${day}.db${suffix}`))

const lastDay = Date.UTC(2100, 0, 1)

/** The day of a time, in UTC. A record never moves to another day, because its time never changes. */
export const dayOf = (wall: number): string =>
  wall >= 0 && wall < lastDay ? new Date(wall).toISOString().slice(0, 10) : 'undated'

const hasColumn = (database: DatabaseSync, table: string, column: string): boolean =>
  database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined

/** Files of earlier versions do not say to which ownership a record belongs. */
const migrate = (database: DatabaseSync, name: string): void => {
  for (const table of name === shardFile ? ['open'] : ['part', 'event'])
    if (!hasColumn(database, table, 'owner'))
      database.exec(`ALTER TABLE ${table} ADD COLUMN owner TEXT NOT NULL DEFAULT ''`)
  if (name === shardFile && !hasColumn(database, 'owned', 'owner')) database.exec(ownedTable)
}

/** An SQLite file with prepared statements. */
export class ShardDatabase implements Disposable {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  static open(folder: string, name: string): ShardDatabase {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const database = new DatabaseSync(join(folder, name), { timeout: busyTimeoutMs })
    try {
      // A batch is acknowledged after the commit, so a commit must survive a power cut.
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
      database.exec(name === shardFile ? shardTables : dayTables)
      inTransaction(database, () => migrate(database, name))
      return new ShardDatabase(database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  static openDay(folder: string, day: string): ShardDatabase {
    return ShardDatabase.open(folder, `${day}.db`)
  }

  run(sql: string, values: readonly SQLInputValue[] = []): number {
    return Number(this.#statement(sql).run(...values).changes)
  }

  all(sql: string, values: readonly SQLInputValue[] = []): Row[] {
    return this.#statement(sql).all(...values)
  }

  get(sql: string, values: readonly SQLInputValue[] = []): Row | undefined {
    return this.#statement(sql).get(...values)
  }

  atomically<T>(work: () => T): T {
    return inTransaction(this.#database, work)
  }

  [Symbol.dispose](): void {
    this.#statements.clear()
    this.#database.close()
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
