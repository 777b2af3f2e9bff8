import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Only the owner of the process may read what it keeps. */
export const privateMode = 0o600

/** Puts a file that was written aside into its place; readers see the old one or the new one, also after a power cut. */
const putInPlace = (written: string, file: string): void => {
  sync(written, 'r+')
  renameSync(written, file)
  syncFolder(dirname(file))
}

/** Writes a whole file; on disk when it returns. */
export const writeDurably = (file: string, content: string | Uint8Array): void => {
  const written = `${file}.new`
  writeFileSync(written, content, { mode: privateMode })
  putInPlace(written, file)
}

/** Copies a whole file; on disk when it returns. */
export const copyDurably = (from: string, to: string): void => {
  const written = `${to}.new`
  copyFileSync(from, written)
  putInPlace(written, to)
}

/** What was renamed or removed in a folder stays so, also after a power cut. */
export const syncFolder = (folder: string): void => {
  // Windows has no such thing, and needs none.
  if (process.platform !== 'win32') sync(folder, 'r')
}

const sync = (path: string, flags: 'r' | 'r+'): void => {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
