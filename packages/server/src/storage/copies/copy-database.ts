import { open, type FileHandle } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { busyTimeoutMs, quoted } from '../connect.ts'

/** Copies rows for `workMs`, then leaves processor and disk to others for `restMs`. */
const workMs = 2
const restMs = 8

/**
 * No journal and no sync before the end: an interrupted copy is discarded. A small cache, so that each stretch can be
 * flushed to disk before the next.
 */
const pragmas = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -256;
`

/** The audit has its own copy, see `AuditCopy`. */
const auditTable = 'audit'

/** Tables and indexes, without SQLite's internal ones, which SQLite creates itself. */
const schemaQuery = `
  SELECT type, name, sql FROM boat.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY type = 'index'
`

/**
 * Copies a snapshot of a database, without the audit, row by row into a new file, which is therefore intact. The
 * snapshot is the state at the time of the call. Works in short stretches, so that it blocks neither the processor nor
 * the writes of others. The copy is on disk when it resolves.
 * @param copy an empty file
 * @throws SQLite's error when the database cannot be read; the reason of the signal
 */
export const copyDatabase = async (file: string, copy: string, signal: AbortSignal): Promise<void> => {
  using stack = new DisposableStack()
  const database = stack.use(new DatabaseSync(copy, { timeout: busyTimeoutMs }))
  database.exec(pragmas)
  database.prepare('ATTACH ? AS boat').run(`${pathToFileURL(file).href}?mode=ro`)
  // The transaction makes the copy a consistent snapshot, which the first query takes.
  database.exec('BEGIN')
  const schema = database.prepare(schemaQuery).all()
  await using handle = await open(copy, 'r+')
  {
    using _copying = stack.move()
    for (const { sql } of schema) database.exec(String(sql))
    const pace = new Pace(handle, signal)
    for (const { type, name } of schema)
      if (type === 'table' && name !== auditTable) await copyRows(database, String(name), pace)
    const version = Number(database.prepare('PRAGMA boat.user_version').get()?.['user_version'])
    database.exec(`PRAGMA main.user_version = ${version}; COMMIT`)
  }
  await handle.sync()
}

const copyRows = async (database: DatabaseSync, name: string, pace: Pace): Promise<void> => {
  const table = quoted(name)
  const select = database.prepare(`SELECT * FROM boat.${table}`)
  select.setReturnArrays(true)
  select.setReadBigInts(true)
  const placeholders = select.columns().map(() => '?')
  const insert = database.prepare(`INSERT INTO main.${table} VALUES (${placeholders.join(', ')})`)
  for (const row of select.iterate()) {
    // Rows are arrays because of `setReturnArrays`.
    insert.run(...(row as unknown as SQLInputValue[]))
    if (pace.shouldPause()) await pace.pause()
  }
}

/** Decides when the copy pauses. */
class Pace {
  readonly #handle: FileHandle
  readonly #signal: AbortSignal
  #pauseAt = performance.now() + workMs

  constructor(handle: FileHandle, signal: AbortSignal) {
    this.#handle = handle
    this.#signal = signal
  }

  shouldPause(): boolean {
    return performance.now() >= this.#pauseAt
  }

  async pause(): Promise<void> {
    await this.#handle.datasync()
    await sleep(restMs, undefined, { signal: this.#signal })
    this.#pauseAt = performance.now() + workMs
  }
}
