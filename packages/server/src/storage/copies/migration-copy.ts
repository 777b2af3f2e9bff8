import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { privateMode, syncFile, syncFolder, timeInName } from '#durable-file.ts'
import { busyTimeoutMs } from '../connect.ts'

/** Folder in the data folder with copies from before migrations. */
const copiesName = 'before-migration'
const unfinishedName = '.new'
const maxCopies = 3
const copyPattern = /^schema-(\d{1,9})-\d{8}T\d{6}Z(?:-\d+)?$/

const schemaOf = (name: string): number => Number(copyPattern.exec(name)?.[1])

/** The copies of a folder, oldest schema first. The clock of a boat may have been wrong, so the version counts first. */
const copiesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => copyPattern.test(name))
    .toSorted((one, other) => schemaOf(one) - schemaOf(other) || (one < other ? -1 : 1))

const freeName = (folder: string, name: string): string => {
  let free = name
  for (let number = 2; existsSync(join(folder, free)); number++) free = `${name}-${number}`
  return free
}

const writeCopies = (file: string, target: string): void => {
  mkdirSync(target, { recursive: true, mode: 0o700 })
  const copy = join(target, basename(file))
  // Created first, with private permissions. SQLite accepts an empty file.
  writeFileSync(copy, '', { mode: privateMode })
  {
    using database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
    database.prepare('VACUUM INTO ?').run(copy)
  }
  syncFile(copy)
  const settings = join(dirname(file), 'settings.json')
  if (!existsSync(settings)) return
  copyFileSync(settings, join(target, 'settings.json'))
  syncFile(join(target, 'settings.json'))
}

/**
 * Copies the database and the settings before a migration, so that someone can go back to the older program. Keeps the newest
 * three copies.
 * @param version the schema version of the database as it is now
 * @returns a message for people when the copy failed; a full disk must not prevent the start
 */
export const copyBeforeMigration = (file: string, version: number): string[] => {
  const folder = join(dirname(file), copiesName)
  const unfinished = join(folder, unfinishedName)
  try {
    rmSync(unfinished, { recursive: true, force: true })
    writeCopies(file, unfinished)
    syncFolder(unfinished)
    renameSync(unfinished, join(folder, freeName(folder, `schema-${version}-${timeInName(new Date())}`)))
    for (const name of copiesIn(folder).slice(0, -maxCopies)) rmSync(join(folder, name), { recursive: true })
    syncFolder(folder)
    return []
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : String(error)
    return [
      `The database was migrated from version ${version}, and no copy of it could be made before: ${reason}`,
    ]
  }
}
