import { DatabaseSync } from 'node:sqlite'
import { busyTimeoutMs, quoted } from './connect.ts'
import { copiesFact } from './copies/copy-names.ts'
import { versionOf } from './schema-version.ts'

/** What was found in a database that can be read. */
export interface Examination {
  readonly version: number
  readonly copies: number
}

/** SQLite's own codes: malformed, not a database, and what cannot be read from the card. */
const damageCodes: ReadonlySet<number> = new Set([11, 26])
const unreadableCodes: ReadonlySet<number> = new Set([266, 522, 8458])

/** Whether an error says that the file itself is no good; being busy, full or forbidden says nothing of the kind. */
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

const isSound = (database: DatabaseSync): boolean => {
  if (database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok') return false
  for (const table of tablesIn(database)) database.prepare(`SELECT * FROM ${table} LIMIT 1`).get()
  return true
}

/** Reads something of a database without changing it; undefined when it is damaged. */
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
  isSound(database) ? { version: versionOf(database), copies: copiesIn(database) } : undefined

/** Looks through a whole database and changes nothing; undefined when it is damaged. */
export const examineDatabase = (file: string): Examination | undefined => readFrom(file, examine)

/** The version of a database; undefined when it cannot even be read. */
export const versionIn = (file: string): number | undefined => readFrom(file, versionOf)

/** How many copies there had been when that one was made; 0 when it cannot be read. */
export const copiesUpTo = (copy: string): number => readFrom(copy, copiesIn) ?? 0
