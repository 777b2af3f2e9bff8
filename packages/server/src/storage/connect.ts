import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { privateMode } from '../durable-file.ts'

/** How long to wait for a lock of another connection. */
export const busyTimeoutMs = 2_000

/** Quotes an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const prepared = (database: DatabaseSync): DatabaseSync => {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  return database
}

/** Opens a connection for reading and writing. */
export const connect = (file: string): DatabaseSync => {
  // Create the file first, with private permissions. SQLite gives its journal files the same permissions.
  closeSync(openSync(file, 'a', privateMode))
  return prepared(new DatabaseSync(file, { timeout: busyTimeoutMs }))
}
