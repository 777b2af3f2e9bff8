import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyDurably, syncFolder } from '#durable-file.ts'
import { restoreAudit } from '../audit/audit-copy.ts'
import { examineDatabase } from '../database-check.ts'
import { refuseNewer } from '../schema-version.ts'
import { copyOf } from './copy-names.ts'

export const journalOf = (file: string): string => `${file}-wal`

const keptDamaged = 3
const damagedOf = (file: string, number: number): string => `${file}.damaged-${number}`

const move = (from: string, to: string): void => {
  // What lay there belongs to another file.
  rmSync(to, { force: true })
  if (existsSync(from)) renameSync(from, to)
}

/** Moves a damaged database aside, with all that belongs to it; number 1 is the newest, and the oldest goes. */
const moveAside = (file: string, isCopyDamaged: boolean): void => {
  for (let number = keptDamaged; number > 1; number--)
    for (const part of ['', '-wal', '.good'])
      move(`${damagedOf(file, number - 1)}${part}`, `${damagedOf(file, number)}${part}`)
  const aside = damagedOf(file, 1)
  // In this order: whatever is cut short, the next start finds no database and does the rest.
  move(file, aside)
  syncFolder(dirname(file))
  move(journalOf(file), `${aside}-wal`)
  rmSync(`${file}-shm`, { force: true })
  if (isCopyDamaged) move(copyOf(file), `${aside}.good`)
  syncFolder(dirname(file))
}

/**
 * Puts the last good copy into the place of a damaged database; without one, a new database can be begun there.
 * @param damage what is wrong, as the rest of a sentence
 * @returns what was done, as people read it
 */
export const restoreCopy = (file: string, damage: string): string => {
  const copy = copyOf(file)
  const hasCopy = existsSync(copy)
  const state = hasCopy ? examineDatabase(copy) : undefined
  if (state !== undefined) refuseNewer(state.version, copy)
  moveAside(file, hasCopy && state === undefined)
  const kept = existsSync(damagedOf(file, 1)) ? `; it is kept as ${basename(damagedOf(file, 1))}` : ''
  if (state === undefined) {
    const lack = hasCopy ? 'its copy was damaged too' : 'there was no copy'
    return `The database ${damage} and ${lack}: a new one was begun${kept}`
  }
  const madeAt = statSync(copy).mtime.toISOString()
  copyDurably(copy, file)
  {
    using database = new DatabaseSync(file)
    restoreAudit(database, file)
  }
  return `The database ${damage}: the copy of ${madeAt} was restored${kept}`
}
