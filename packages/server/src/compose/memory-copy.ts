import { MarineDataError } from '@marinedata/model'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'

/** The files of a data folder with the people, the settings and the certificates. */
const copied = {
  '.': [
    'data-folder.json',
    'settings.json',
    'marinedata.db',
    'marinedata.db-wal',
    'marinedata.db.good',
    'marinedata.db.good-audit',
    'audit.key',
    'audit.head',
  ],
  tls: ['ca.key', 'ca.pem', 'ca-former.pem', 'server.key', 'server.pem'],
} as const

const namePrefix = 'marinedata-copy-'
/** With the process id of its server. */
const copyName = /^marinedata-copy-(\d{1,9})-/

/** Folders in memory, best first. The sandbox of plugins hides all of them. */
const parents = (): string[] =>
  ['/dev/shm', env['XDG_RUNTIME_DIR'], tmpdir()].filter((place) => place !== undefined)

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes the copies of servers that were killed. Other users' copies cannot be removed, and are left. */
const removeOld = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const pid = Number(copyName.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid) || isAlive(pid)) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // The copy belongs to another user.
    }
  }
}

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const copyInto = (folder: string, copy: string): void => {
  for (const [place, names] of Object.entries(copied)) {
    mkdirSync(join(copy, place), { recursive: true, mode: 0o700 })
    for (const name of names) {
      const from = join(folder, place, name)
      if (isFile(from)) copyFileSync(from, join(copy, place, name))
    }
  }
}

/**
 * Copies the database, the keys and the certificates of a data folder that cannot be written into memory. Dispose of the
 * result to remove the copy.
 * @throws MarineDataError when there is no folder in memory either, with the reason of each
 */
export const copyToMemory = (folder: string): Disposable & { readonly path: string } => {
  const reasons: string[] = []
  for (const parent of parents()) {
    let path: string | undefined
    const remove = (): void => {
      if (path !== undefined) rmSync(path, { recursive: true, force: true })
    }
    try {
      removeOld(parent)
      path = mkdtempSync(join(parent, `${namePrefix}${process.pid}-`))
      copyInto(folder, path)
      return { path, [Symbol.dispose]: remove }
    } catch (error) {
      remove()
      reasons.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new MarineDataError(
    'storage-full',
    `There is no memory for a copy of ${folder}: ${reasons.join('; ')}`,
  )
}
