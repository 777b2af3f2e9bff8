import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { privateMode } from '../durable-file.ts'

/** How long others may have the file to themselves. */
export const busyTimeoutMs = 2_000

/** A name as SQL reads it, whatever is in it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const prepared = (database: DatabaseSync): DatabaseSync => {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  return database
}

/** A connection for reading and writing. */
export const connect = (file: string): DatabaseSync => {
  // Made by us before SQLite would, with its rights; what SQLite makes beside it has the same.
  closeSync(openSync(file, 'a', privateMode))
  return prepared(new DatabaseSync(file, { timeout: busyTimeoutMs }))
}
