import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { copyDurably, syncFolder } from '#durable-file.ts'
import { restoreAudit } from '../audit/audit-copy.ts'
import { examineDatabase } from '../database-check.ts'
import { rejectNewerVersion } from '../schema-version.ts'
import { copyOf } from './copy-names.ts'

export const journalOf = (file: string): string => `${file}-wal`

const maxDamagedFiles = 3
const damagedOf = (file: string, number: number): string => `${file}.damaged-${number}`

const move = (from: string, to: string): void => {
  // Remove what belongs to another file.
  rmSync(to, { force: true })
  if (existsSync(from)) renameSync(from, to)
}

/** Moves a damaged database and its journal aside. Number 1 is the newest; the oldest is deleted. */
const moveAside = (file: string, isCopyDamaged: boolean): void => {
  for (let number = maxDamagedFiles; number > 1; number--)
    for (const part of ['', '-wal', '.good'])
      move(`${damagedOf(file, number - 1)}${part}`, `${damagedOf(file, number)}${part}`)
  const aside = damagedOf(file, 1)
  // The order matters: after a power cut the next start finds no database and does the rest.
  move(file, aside)
  syncFolder(dirname(file))
  move(journalOf(file), `${aside}-wal`)
  rmSync(`${file}-shm`, { force: true })
  if (isCopyDamaged) move(copyOf(file), `${aside}.good`)
  syncFolder(dirname(file))
}

/**
 * Replaces a damaged database with its last good copy, or removes it when there is no good copy.
 * @param damage the damage, as a verb phrase for the message
 * @returns the message for people about what was done
 */
export const restoreCopy = (file: string, damage: string): string => {
  const copy = copyOf(file)
  const hasCopy = existsSync(copy)
  const state = hasCopy ? examineDatabase(copy) : undefined
  if (state !== undefined) rejectNewerVersion(state.version, copy)
  moveAside(file, hasCopy && state === undefined)
  const savedAs = existsSync(damagedOf(file, 1))
    ? `; the damaged file was saved as ${basename(damagedOf(file, 1))}`
    : ''
  if (state === undefined) {
    const lack = hasCopy ? 'its copy was damaged too' : 'there was no copy'
    return `The database ${damage} and ${lack}: a new one was created${savedAs}`
  }
  const madeAt = statSync(copy).mtime.toISOString()
  copyDurably(copy, file)
  {
    using database = new DatabaseSync(file)
    restoreAudit(database, file)
  }
  return `The database ${damage}: the copy of ${madeAt} was restored${savedAs}`
}
