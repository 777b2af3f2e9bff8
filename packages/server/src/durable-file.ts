import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Readable and writable only for the user of the server. */
export const privateMode = 0o600

/** A time as part of a file name, such as `20260504T101500Z`. */
export const timeInName = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Moves a written file into place. Readers see the old file or the new one, also after a power cut. */
const putInPlace = (written: string, file: string): void => {
  syncFile(written)
  renameSync(written, file)
  syncFolder(dirname(file))
}

/** Writes a whole file atomically. It is on disk when this returns. */
export const writeDurably = (file: string, content: string | Uint8Array): void => {
  const written = `${file}.new`
  writeFileSync(written, content, { mode: privateMode })
  putInPlace(written, file)
}

/** Copies a whole file atomically. It is on disk when this returns. */
export const copyDurably = (from: string, to: string): void => {
  const written = `${to}.new`
  copyFileSync(from, written)
  putInPlace(written, to)
}

/** Makes renames and deletions in a folder durable across a power cut. */
export const syncFolder = (folder: string): void => {
  // Windows cannot sync folders and does not need to.
  if (process.platform !== 'win32') sync(folder, 'r')
}

/** Makes the content of a file durable across a power cut. */
export const syncFile = (file: string): void => sync(file, 'r+')

const sync = (path: string, flags: 'r' | 'r+'): void => {
  const handle = openSync(path, flags)
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
