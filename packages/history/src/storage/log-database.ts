import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { HistoryFault } from '#interface.ts'
import { inTransaction } from './transaction.ts'

export const historyFile = 'history.db'
const pageBytes = 2_048
const busyTimeoutMs = 2_000
const schemaVersion = 2

// `steps` is steps per unit, `part` a member of an object of numbers, `folded` the newest segment whose minutes are in
// sheets, `base` the number before the first one of this epoch, `inode` that of the file, which a copy does not have. A run is a time in which the clock did not jump.
// `position` is that of the newest change in the segments, on the stream that they were recorded from.
// `minute` comes before the larger blobs, so that it is read without them.
const tables = `
  CREATE TABLE IF NOT EXISTS log (id TEXT NOT NULL, made_at TEXT NOT NULL, base INTEGER NOT NULL,
    event_base INTEGER NOT NULL, folded INTEGER NOT NULL, inode INTEGER NOT NULL, is_open INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS run (first INTEGER PRIMARY KEY, boot INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS series (id INTEGER PRIMARY KEY, context TEXT NOT NULL, path TEXT NOT NULL,
    source TEXT NOT NULL, part TEXT NOT NULL, steps REAL NOT NULL, UNIQUE (context, path, source, part)) STRICT;
  CREATE TABLE IF NOT EXISTS segment (number INTEGER PRIMARY KEY, boot INTEGER NOT NULL, mono INTEGER NOT NULL,
    wall INTEGER NOT NULL, trust TEXT NOT NULL, minute BLOB, own BLOB, others BLOB) STRICT;
  CREATE TABLE IF NOT EXISTS sheet (day INTEGER NOT NULL, series INTEGER NOT NULL, blob BLOB NOT NULL,
    PRIMARY KEY (day, series)) STRICT;
  CREATE TABLE IF NOT EXISTS event (number INTEGER PRIMARY KEY, segment INTEGER NOT NULL, wall INTEGER NOT NULL,
    mono INTEGER NOT NULL, kind TEXT NOT NULL, context TEXT NOT NULL, path TEXT NOT NULL, source TEXT NOT NULL,
    json TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS event_kind ON event (kind, context, path) WHERE kind <> 'value';
  CREATE INDEX IF NOT EXISTS event_segment ON event (segment);
  CREATE TABLE IF NOT EXISTS gap (first INTEGER NOT NULL, last INTEGER NOT NULL, since INTEGER NOT NULL,
    until INTEGER NOT NULL, layer TEXT NOT NULL, reason TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS position (id INTEGER PRIMARY KEY CHECK (id = 1), epoch INTEGER NOT NULL,
    sequence INTEGER NOT NULL) STRICT;
`

export type Row = Record<string, SQLOutputValue | Uint8Array>

/** The SQLite file of a log: opening, transactions and prepared statements. */
export class LogDatabase {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  /** Deletions that run now and must not be readable afterwards. */
  #erasures = 0

  /** Inode of the file. A file that was restored from a copy has another one than it recorded. */
  readonly inode: number

  private constructor(database: DatabaseSync, file: string) {
    this.#database = database
    this.inode = statSync(file).ino
  }

  /** Opens the file. One that is not a database, or whose schema cannot be read, is moved aside. */
  static open(folder: string, madeAt: string, faults: (fault: HistoryFault) => void): LogDatabase {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, historyFile)
    replaceFolders(file, faults)
    try {
      return new LogDatabase(connect(file, madeAt), file)
    } catch (error) {
      if (!isDamage(error)) throw error
      const movedTo = moveAside(file)
      faults({ kind: 'damaged', error, movedTo })
      return new LogDatabase(connect(file, madeAt), file)
    }
  }

  /** A statement, prepared once. Only for fixed texts. */
  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  run(sql: string, ...values: readonly (string | number | null | Uint8Array)[]): number {
    return Number(this.#statement(sql).run(...values).changes)
  }

  get(sql: string, ...values: readonly (string | number)[]): Row | undefined {
    return this.#statement(sql).get(...values)
  }

  all(sql: string, ...values: readonly (string | number)[]): Row[] {
    return this.#statement(sql).all(...values)
  }

  /** The first column of the first row as a number; 0 when there is no row, or it is null. */
  number(sql: string, ...values: readonly (string | number)[]): number {
    const row = this.get(sql, ...values)
    return row === undefined ? 0 : Number(Object.values(row)[0] ?? 0)
  }

  /** Runs work in a transaction. */
  atomically<Result>(work: () => Result): Result {
    return inTransaction(this.#database, work)
  }

  /** Bytes that are in use. Freed pages are used again before the file grows. */
  get usedBytes(): number {
    return (this.number('PRAGMA page_count') - this.number('PRAGMA freelist_count')) * pageBytes
  }

  /** Deleted content is overwritten with zeros until the result is disposed, in the journal too. */
  erase(): Disposable {
    if (this.#erasures++ === 0) this.#database.exec('PRAGMA secure_delete = ON')
    return {
      [Symbol.dispose]: () => {
        if (--this.#erasures === 0) this.#database.exec('PRAGMA secure_delete = OFF')
        // Moves everything from the journal to the file, and empties the journal.
        this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      },
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}

const connect = (file: string, madeAt: string): DatabaseSync => {
  // Created first, with private permissions. SQLite gives its journal the same ones.
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs })
  try {
    database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL`)
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
    if (version < schemaVersion) createTables(database, { madeAt, inode: statSync(file).ino })
    // Reads a page of each table: a file whose roots are damaged is noticed now, not at a question.
    for (const table of ['log', 'run', 'series', 'segment', 'sheet', 'event', 'gap', 'position'])
      database.prepare(`SELECT * FROM ${table} LIMIT 1`).get()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const createTables = (
  database: DatabaseSync,
  { madeAt, inode }: { readonly madeAt: string; readonly inode: number },
): void => {
  database.exec('BEGIN IMMEDIATE')
  database.exec(tables)
  if (database.prepare('SELECT 1 FROM log').get() === undefined)
    database.prepare('INSERT INTO log VALUES (?, ?, 0, 0, 0, ?, 0)').run(randomUUID(), madeAt, inode)
  database.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT`)
}

/** SQLite result codes: malformed, not a database. */
const damageCodes: ReadonlySet<number> = new Set([11, 26])

/** SQLite result codes of a disk that is read-only, fails, is full, or takes no new file; and those of the system. */
const diskCodes: ReadonlySet<number> = new Set([8, 10, 13, 14])
const diskErrors: ReadonlySet<unknown> = new Set(['ENOSPC', 'EROFS', 'EIO'])

const hasCode = (error: unknown, codes: ReadonlySet<number>): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  codes.has(error.errcode & 0xff)

const isDamage = (error: unknown): boolean => hasCode(error, damageCodes)

/** Whether an error is the disk's: the same work can succeed later. */
export const isDiskError = (error: unknown): error is Error =>
  hasCode(error, diskCodes) || (error instanceof Error && 'code' in error && diskErrors.has(error.code))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Moves folders in the place of the file or of its journal aside. */
const replaceFolders = (file: string, faults: (fault: HistoryFault) => void): void => {
  const wrong = [file, `${file}-wal`, `${file}-shm`].find(isFolder)
  if (wrong === undefined) return
  const error = new Error(`${wrong} is a folder`)
  faults({ kind: 'damaged', error, movedTo: moveAside(file) })
}

/** Only the last damaged file is kept: it may be as large as the budget. */
const moveAside = (file: string): string => {
  const movedTo = `${file}.damaged`
  for (const end of ['', '-wal', '-shm']) {
    rmSync(`${movedTo}${end}`, { recursive: true, force: true })
    if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${movedTo}${end}`)
  }
  return movedTo
}
