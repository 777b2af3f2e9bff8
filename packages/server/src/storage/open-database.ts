import { MarineDataError } from '@marinedata/model'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connect, prepared } from './connect.ts'
import { copyOf } from './copies/copy-names.ts'
import { journalOf, restoreCopy } from './copies/restore-copy.ts'
import { copiesUpTo, examineDatabase, versionIn } from './database-check.ts'
import { isSoundJournal } from './journal-check.ts'
import { bringUpToDate, newestVersion, refuseNewer } from './schema-version.ts'

export interface OpenedDatabase {
  readonly database: DatabaseSync
  /** What had to be put right, as people read it. */
  readonly repairs: readonly string[]
}

export const databaseName = 'marinedata.db'

/** The smallest page: less is no database. */
const smallestBytes = 512

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size

/** Whether nothing was ever kept here. */
const isUntouched = (file: string): boolean =>
  (sizeOf(file) ?? 0) === 0 && (sizeOf(journalOf(file)) ?? 0) === 0 && !existsSync(copyOf(file))

/** What is wrong with a database, as the rest of a sentence; undefined when it can be opened. */
const damageOf = (file: string): string | undefined => {
  if (isUntouched(file)) return undefined
  const size = sizeOf(file)
  if (size === undefined) return 'was missing'
  // SQLite would make a new database of it, and throw a journal beside it away.
  if (size === 0) return 'was empty'
  return size < smallestBytes ? 'was damaged' : damageWithin(file)
}

const damageWithin = (file: string): string | undefined => {
  if (!isSoundJournal(journalOf(file))) return 'was damaged'
  const state = examineDatabase(file)
  if (state === undefined) return 'was damaged'
  refuseNewer(state.version, file)
  const copies = existsSync(copyOf(file)) ? copiesUpTo(copyOf(file)) : 0
  return copies > state.copies ? 'had lost what was written last' : undefined
}

/** A database that goes with the process. */
export const openInMemory = (): OpenedDatabase => {
  const database = prepared(new DatabaseSync(':memory:'))
  bringUpToDate(database)
  return { database, repairs: [] }
}

/** Opens the database of a data folder; the last good copy takes the place of a damaged one. */
export const openDatabase = (folder: string): OpenedDatabase => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, databaseName)
  const damage = damageOf(file)
  const repairs = damage === undefined ? [] : [restoreCopy(file, damage)]
  const database = connect(file)
  bringUpToDate(database)
  return { database, repairs }
}

/**
 * Opens the database beside a server that may have it open, too: nothing is repaired, nothing is brought up to date.
 * @throws MarineDataError when that is needed
 */
export const openBesideServer = (folder: string): OpenedDatabase => {
  const file = join(folder, databaseName)
  if (isUntouched(file)) return openDatabase(folder)
  const version = (sizeOf(file) ?? 0) < smallestBytes ? undefined : versionIn(file)
  if (version === undefined) throw startFirst(`${file} is damaged`)
  refuseNewer(version, file)
  if (version < newestVersion) throw startFirst(`${file} is of an older version`)
  return { database: connect(file), repairs: [] }
}

const startFirst = (reason: string): MarineDataError =>
  new MarineDataError('internal', `${reason}. Start the server once: it puts that right`)
