import { MarineDataError } from '@marinedata/model'
import { closeSync, mkdirSync, openSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { privateMode } from './durable-file.ts'

const lockName = 'server.lock'
const pidName = 'server.pid'

/** SQLite's code for a file that someone else has locked. */
const busyCode = 5

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === busyCode

/** Who says that the folder is theirs; the lock decides, this only names them. */
const ownerOf = (folder: string): string => {
  try {
    const pid = Number(readFileSync(join(folder, pidName), 'utf8'))
    return Number.isSafeInteger(pid) && pid > 0 ? `process ${pid}` : 'another process'
  } catch {
    return 'another process'
  }
}

/**
 * Keeps a data folder for one server: two on one folder would each miss what the other was told. SQLite holds the lock on an
 * empty file, and the system releases it with the process, however that ends. Dispose of it to release it.
 * @throws MarineDataError with the other's process id
 */
export const lockFolder = (folder: string): Disposable => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, lockName)
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? {}
  if (size === undefined) closeSync(openSync(file, 'a', privateMode))
  // Nothing is ever written to it: whatever is there would only keep SQLite from opening it.
  else if (size > 0) truncateSync(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!isBusy(error)) throw error
    throw new MarineDataError(
      'internal',
      `${ownerOf(folder)} runs a server on ${folder}. Stop that one, or give this one a folder of its own with --data`,
      { cause: error },
    )
  }
  try {
    writeFileSync(join(folder, pidName), `${process.pid}\n`, { mode: privateMode })
  } catch {
    // On a full disk the other is not named; the lock holds all the same.
  }
  return { [Symbol.dispose]: () => database.close() }
}
