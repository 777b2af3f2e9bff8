import { open, type FileHandle } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { busyTimeoutMs, quoted } from '../connect.ts'

/** How long rows are copied at a stretch, and how long others then have the processor and the card to themselves. */
const stretchMs = 2
const restMs = 8

/**
 * Nothing is made safe before the end, when the whole file is: it only grows, and whatever is cut short is thrown away.
 * Little is held back, so that what each stretch has written can be put on the card before the next.
 */
const settingUp = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -256;
`

/** Copied entry by entry into a file of its own. */
const auditTable = 'audit'

/** SQLite makes these by itself. */
const schemaQuery = `
  SELECT type, name, sql FROM boat.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
  ORDER BY type = 'index'
`

/**
 * Writes all that a database has at one moment, but for the audit, into a new file, anew and therefore whole, a little at a time: nobody waits
 * for the processor, and no write of others waits for a card that is busy with megabytes. On disk when it is done.
 * @param copy an empty file
 * @throws what SQLite says when the database cannot be read; the reason of the signal
 */
export const copyDatabase = async (file: string, copy: string, signal: AbortSignal): Promise<void> => {
  await using handle = await open(copy, 'r+')
  {
    using database = new DatabaseSync(copy, { timeout: busyTimeoutMs })
    database.exec(settingUp)
    database.prepare('ATTACH ? AS boat').run(`${pathToFileURL(file).href}?mode=ro`)
    // One transaction is one moment of the database.
    database.exec('BEGIN')
    const schema = database.prepare(schemaQuery).all()
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
  const places = select.columns().map(() => '?')
  const insert = database.prepare(`INSERT INTO main.${table} VALUES (${places.join(', ')})`)
  for (const row of select.iterate()) {
    // Rows are arrays, as was asked for.
    insert.run(...(row as unknown as SQLInputValue[]))
    if (pace.isTiring()) await pace.rest()
  }
}

/** When to give way to others. */
class Pace {
  readonly #handle: FileHandle
  readonly #signal: AbortSignal
  #restAt = performance.now() + stretchMs

  constructor(handle: FileHandle, signal: AbortSignal) {
    this.#handle = handle
    this.#signal = signal
  }

  isTiring(): boolean {
    return performance.now() >= this.#restAt
  }

  async rest(): Promise<void> {
    await this.#handle.datasync()
    await sleep(restMs, undefined, { signal: this.#signal })
    this.#restAt = performance.now() + stretchMs
  }
}
