import { DatabaseSync } from 'node:sqlite'
import { busyTimeoutMs, quoted } from './connect.ts'
import { copiesFact } from './copies/copy-names.ts'
import { versionOf } from './schema-version.ts'

/** Result of checking an intact database. */
export interface Examination {
  readonly version: number
  readonly copies: number
}

/** SQLite result codes: malformed, not a database; and read errors of the disk. */
const damageCodes: ReadonlySet<number> = new Set([11, 26])
const unreadableCodes: ReadonlySet<number> = new Set([266, 522, 8458])

/** Whether an error means that the file is damaged. A locked file, a full disk or missing permissions do not. */
const isDamage = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false
  return damageCodes.has(error.errcode & 0xff) || unreadableCodes.has(error.errcode)
}

const tablesIn = (database: DatabaseSync): string[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => quoted(String(name)))

const copiesIn = (database: DatabaseSync): number => {
  if (!tablesIn(database).includes('"fact"')) return 0
  return Number(database.prepare('SELECT value FROM fact WHERE name = ?').get(copiesFact)?.['value'] ?? 0)
}

const isIntact = (database: DatabaseSync): boolean => {
  if (database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') return false
  for (const table of tablesIn(database)) database.prepare(`SELECT * FROM ${table} LIMIT 1`).get()
  return true
}

/** Reads from a database without changing it; undefined when it is damaged. */
const readFrom = <Result>(
  file: string,
  read: (database: DatabaseSync) => Result | undefined,
): Result | undefined => {
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
    return read(database)
  } catch (error) {
    if (isDamage(error)) return undefined
    throw error
  }
}

const examine = (database: DatabaseSync): Examination | undefined =>
  isIntact(database) ? { version: versionOf(database), copies: copiesIn(database) } : undefined

/** Checks a whole database without changing it; undefined when it is damaged. */
export const examineDatabase = (file: string): Examination | undefined => readFrom(file, examine)

/** The schema version of a database; undefined when it cannot be read. */
export const versionIn = (file: string): number | undefined => readFrom(file, versionOf)

/** The copy counter stored in a copy; 0 when it cannot be read. */
export const copiesUpTo = (copy: string): number => readFrom(copy, copiesIn) ?? 0
