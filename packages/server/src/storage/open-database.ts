import { MarineDataError } from '@marinedata/model'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connect, prepared } from './connect.ts'
import { copyOf } from './copies/copy-names.ts'
import { copyBeforeMigration } from './copies/migration-copy.ts'
import { journalOf, restoreCopy } from './copies/restore-copy.ts'
import { copiesUpTo, examineDatabase, versionIn } from './database-check.ts'
import { isValidJournal } from './journal-check.ts'
import { migrate, newestVersion, rejectNewerVersion, versionOf } from './schema-version.ts'

export interface OpenedDatabase {
  readonly database: DatabaseSync
  /** Repairs that were made, as messages for people. */
  readonly repairs: readonly string[]
}

export const databaseName = 'marinedata.db'

/** The smallest page size of SQLite. A smaller file is not a database. */
const minDatabaseBytes = 512

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size

const isEmpty = (file: string): boolean => (sizeOf(file) ?? 0) === 0 && (sizeOf(journalOf(file)) ?? 0) === 0

/** Whether the folder never contained a database. */
const isNew = (file: string): boolean => isEmpty(file) && !existsSync(copyOf(file))

/** The damage of a database, as a verb phrase for a message; undefined when it can be opened. */
const damageOf = (file: string): string | undefined => {
  if (isNew(file)) return undefined
  const size = sizeOf(file)
  if (size === undefined) return 'was missing'
  // SQLite would create a new database in an empty file and delete its journal.
  if (size === 0) return 'was empty'
  return size < minDatabaseBytes ? 'was damaged' : damageInside(file)
}

const damageInside = (file: string): string | undefined => {
  if (!isValidJournal(journalOf(file))) return 'was damaged'
  const state = examineDatabase(file)
  if (state === undefined) return 'was damaged'
  rejectNewerVersion(state.version, file)
  const copies = existsSync(copyOf(file)) ? copiesUpTo(copyOf(file)) : 0
  return copies > state.copies ? 'had lost its latest changes' : undefined
}

/** Opens a database in memory. */
export const openInMemory = (): OpenedDatabase => {
  const database = prepared(new DatabaseSync(':memory:'))
  migrate(database)
  return { database, repairs: [] }
}

/** Opens the database of a data folder. Replaces a damaged database with its last good copy. */
export const openDatabase = (folder: string): OpenedDatabase => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, databaseName)
  const damage = damageOf(file)
  const repairs: string[] = damage === undefined ? [] : [restoreCopy(file, damage)]
  const wasEmpty = isEmpty(file)
  const database = connect(file)
  const version = versionOf(database)
  if (version < newestVersion && !wasEmpty) repairs.push(...copyBeforeMigration(file, version))
  migrate(database)
  return { database, repairs }
}

/**
 * Opens the database even while a server has it open. Repairs and migrates nothing.
 * @throws MarineDataError when a repair or a migration is needed
 */
export const openBesideServer = (folder: string): OpenedDatabase => {
  const file = join(folder, databaseName)
  if (isNew(file)) return openDatabase(folder)
  const version = (sizeOf(file) ?? 0) < minDatabaseBytes ? undefined : versionIn(file)
  if (version === undefined) throw needsServerStart(`${file} is damaged`)
  rejectNewerVersion(version, file)
  if (version < newestVersion) throw needsServerStart(`${file} has an older schema version`)
  return { database: connect(file), repairs: [] }
}

const needsServerStart = (reason: string): MarineDataError =>
  new MarineDataError('internal', `${reason}. Start the server once to repair it`)
