import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'

/** The size of a folder on disk. */
export interface FolderBytes {
  readonly bytes: number
  /** Whether everything was counted; if not, the folder is larger. */
  readonly isComplete: boolean
}

/** Blocks are counted, because a file may have holes. The unit is 512 bytes on every file system. */
const blockBytes = 512

/** A file may be deleted while its folder is read: then it uses nothing. */
const bytesOf = async (file: string): Promise<number> => {
  try {
    return (await lstat(file)).blocks * blockBytes
  } catch {
    return 0
  }
}

/** Adds up the files of a folder, one after the other, until the signal is aborted. Does not follow links. */
export const folderBytes = async (folder: string, signal: AbortSignal): Promise<FolderBytes> => {
  const folders = [folder]
  let bytes = 0
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    try {
      for await (const entry of await opendir(next)) {
        if (signal.aborted) return { bytes, isComplete: false }
        const place = join(next, entry.name)
        if (entry.isDirectory()) folders.push(place)
        else bytes += await bytesOf(place)
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return { bytes, isComplete: false }
    }
  }
  return { bytes, isComplete: true }
}
