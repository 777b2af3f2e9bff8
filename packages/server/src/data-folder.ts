import { MarineDataError } from '@marinedata/model'
import { existsSync, lstatSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { syncFolder, timeInName, writeDurably } from './durable-file.ts'

/** The version of the layout that `docs/data-folder.md` describes. */
export const folderLayout = 1
export const folderFile = 'data-folder.json'

/** The description of a data folder. A folder without one has layout 1. */
interface FolderDescription {
  readonly layout: number
  /** Version of the program that used the folder last. */
  readonly program?: string
}

const read = (folder: string): FolderDescription => {
  try {
    const { layout, program } = JSON.parse(readFileSync(join(folder, folderFile), 'utf8')) as Record<
      string,
      unknown
    >
    if (typeof layout === 'number') return { layout, ...(typeof program === 'string' && { program }) }
  } catch {
    // A missing or damaged description must not prevent the start.
  }
  return { layout: 1 }
}

/** @throws MarineDataError when a newer version of the program has changed the layout */
export const rejectNewerLayout = (layout: number, folder: string): void => {
  if (layout <= folderLayout) return
  throw new MarineDataError(
    'internal',
    `${folder} has the layout of a newer version of this program (${layout}; this one knows ${folderLayout}). ` +
      'Nothing was changed. Start the newer version, or use another data folder with --data',
  )
}

/**
 * Checks the layout of a data folder and records which program uses it. Call it with the folder locked.
 * @throws MarineDataError when a newer version of the program has changed the layout
 */
export const claimLayout = (folder: string, program: string): void => {
  const { layout, program: last } = read(folder)
  rejectNewerLayout(layout, folder)
  if (last === program && layout === folderLayout) return
  try {
    writeDurably(join(folder, folderFile), `${JSON.stringify({ layout: folderLayout, program })}\n`)
  } catch {
    // On a full or read-only disk the server starts nevertheless.
  }
}

/** The path of an existing or missing data folder: absolute, and without links. */
export const folderPlace = (folder: string): string => {
  const path = resolve(folder)
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? folderPlace(resolve(dirname(path), readlinkSync(path))) : path
}

/** Names beside a data folder while a backup is being restored into it. The folder is a `folderPlace`. */
export const restoreNames = {
  /** The new folder while it is being written. */
  unfinished: (folder: string): string => `${folder}-restore-new`,
  /** The new folder when it is complete. */
  ready: (folder: string): string => `${folder}-restore-ready`,
  /** The folder that was replaced. */
  before: (folder: string, now: Date): string => {
    const name = `${folder}-before-restore-${timeInName(now)}`
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${name}-${number}`
      if (!existsSync(free)) return free
    }
  },
}

/**
 * Finishes a restore that was interrupted while it replaced the folder: the old folder was moved away, and the new one
 * is complete but not in place. Call it before anything reads or creates the folder.
 */
export const finishRestore = (folder: string): void => {
  const place = folderPlace(folder)
  const ready = restoreNames.ready(place)
  if (existsSync(place) || !existsSync(ready)) return
  renameSync(ready, place)
  syncFolder(dirname(place))
}

/** Removes what an interrupted restore has left beside the folder. Call it with the folder locked. */
export const discardUnfinishedRestore = (folder: string): void => {
  const place = folderPlace(folder)
  for (const name of [restoreNames.unfinished(place), restoreNames.ready(place)])
    try {
      rmSync(name, { recursive: true, force: true })
    } catch {
      // A read-only disk must not prevent the start. The next start tries again.
    }
}
