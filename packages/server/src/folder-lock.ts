import { MarineDataError } from '@marinedata/model'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { privateMode } from './durable-file.ts'

const lockName = 'server.lock'
const pidName = 'server.pid'

/** SQLite's result code for a file locked by another connection. */
const busyCode = 5

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === busyCode

/** Describes the owner of the lock from the pid file. For messages only: the lock decides. */
const ownerOf = (folder: string): string => {
  try {
    const pid = Number(readFileSync(join(folder, pidName), 'utf8'))
    return Number.isSafeInteger(pid) && pid > 0 ? `process ${pid}` : 'another process'
  } catch {
    return 'another process'
  }
}

/**
 * Locks a data folder for one server: two servers on one folder would each miss the changes of the other. SQLite holds
 * the lock on an empty file. The operating system releases it when the process ends. Dispose of the result to release
 * it.
 * @throws MarineDataError with the process id of the other server
 */
export const lockFolder = (folder: string): Disposable => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, lockName)
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? {}
  if (size === undefined) closeSync(openSync(file, 'a', privateMode))
  // The file must be empty: any content would prevent SQLite from opening it.
  else if (size > 0) truncateSync(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // A journal in a file would need space on the disk.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    throw new MarineDataError(
      'internal',
      `${ownerOf(folder)} runs a server on ${folder}. Stop that server, or use another data folder with --data`,
      { cause: error },
    )
  }
  try {
    writeFileSync(join(folder, pidName), `${process.pid}\n`, { mode: privateMode })
  } catch {
    // On a full disk the pid is missing from the message of another server. The lock works nevertheless.
  }
  return { [Symbol.dispose]: () => database.close() }
}

/** Whether a server runs on the folder. Changes nothing. */
export const isLocked = (folder: string): boolean => {
  const file = join(folder, lockName)
  if (!existsSync(file)) return false
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    database.prepare('SELECT 1 FROM sqlite_schema').get()
    return false
  } catch (error) {
    return isBusy(error)
  }
}
