import type { BackupManifest } from '@marinedata/model'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, type Gzip } from 'node:zlib'
import { privateMode, syncFolder, timeInName } from '../durable-file.ts'
import { BackupWriter, requireSpace, type BackupOptions } from './write-backup.ts'

/** Charts and history are compressed already: more effort would gain little. */
const compressionLevel = 1

const backupEnding = '.tar.gz'

/** The name of a backup made now, such as `marinedata-aura-20260504T101500Z.tar.gz`. */
export const backupName = (vessel: string | undefined, now: Date): string => {
  const word = (vessel ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
  return ['marinedata', ...word.split('-').filter(Boolean), `${timeInName(now)}${backupEnding}`].join('-')
}

/** The compressed bytes of a backup. Destroying the last stream cancels it. */
export const backupStreams = (writer: BackupWriter): [Readable, Gzip] => [
  Readable.from(writer.bytes(), { objectMode: false }),
  createGzip({ level: compressionLevel }),
]

export interface WrittenBackup {
  readonly manifest: BackupManifest
  readonly skipped: readonly string[]
}

/**
 * Writes a backup to a file. The file appears, or replaces an older one, only when it is complete and on disk.
 * @throws MarineDataError `storage-full` before anything is written, when there is not enough space
 */
export const writeBackupFile = async (
  file: string,
  options: Omit<BackupOptions, 'staging'>,
): Promise<WrittenBackup> => {
  const folder = dirname(file)
  const unfinished = `${file}.new`
  const writer = await BackupWriter.open({ ...options, staging: join(folder, `.${basename(file)}.parts`) })
  await requireSpace(folder, writer.totalBytes + writer.stagingBytes)
  // Removed first: an old file may have other permissions.
  rmSync(unfinished, { force: true })
  try {
    await pipeline(
      ...backupStreams(writer),
      createWriteStream(unfinished, { mode: privateMode, flags: 'wx', flush: true }),
    )
    renameSync(unfinished, file)
    syncFolder(folder)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  return { manifest: writer.manifest, skipped: writer.skipped }
}
