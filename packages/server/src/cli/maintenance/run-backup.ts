import { MarineDataError, type BackupManifest } from '@marinedata/model'
import { statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { backupName, writeBackupFile } from '#backup/backup-file.ts'
import { restoreBackup } from '#backup/restore-backup.ts'
import { finishRestore, folderPlace } from '#data-folder.ts'
import { serverVersion } from '#settings/server-version.ts'
import { defaultDataFolder } from '../data-folder.ts'
import type { MaintenanceCommand } from './maintenance-command.ts'

type BackupCommand = Extract<MaintenanceCommand, { kind: 'backup' }>
type RestoreCommand = Extract<MaintenanceCommand, { kind: 'restore' }>

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const shownSkipped = 5

const sizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`

const sizeOf = ({ files }: BackupManifest): string =>
  `${files.length} files, ${sizeText(files.reduce((sum, { size }) => sum + size, 0))}`

/** Replaces control characters: names could send escape sequences to the terminal. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, '?')

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Writes a backup of the data folder. */
export const runBackup = async ({
  folder = defaultDataFolder(),
  file,
  without,
}: BackupCommand): Promise<void> => {
  finishRestore(folder)
  const target = isFolder(file) ? join(resolve(file), backupName(undefined, new Date())) : resolve(file)
  if (target.startsWith(`${folderPlace(folder)}${sep}`))
    throw new MarineDataError('invalid-value', 'The backup cannot be in the data folder. Use another folder')
  const { manifest, skipped } = await writeBackupFile(target, { folder, without, program: serverVersion })
  print(`Wrote ${target}: ${sizeOf(manifest)} before compression, ${sizeText(statSync(target).size)} on disk`)
  if (without.length > 0) print(`Left out: ${without.join(' and ')}`)
  if (skipped.length > 0) {
    const more = skipped.length > shownSkipped ? ` and ${skipped.length - shownSkipped} more` : ''
    const names = skipped.slice(0, shownSkipped).map(plain).join(', ')
    print(`Left out, because they are links or not plain files: ${names}${more}`)
  }
  print('It contains the keys of the boat. Keep it where only you can read it.')
}

/** Restores a backup into the data folder. */
export const runRestore = async ({ folder = defaultDataFolder(), file }: RestoreCommand): Promise<void> => {
  const { manifest, before, taken } = await restoreBackup({ file, folder })
  const { vessel, madeAt, program } = manifest
  const name = plain(vessel.name ?? vessel.mmsi ?? vessel.uuid ?? 'a vessel without a name')
  print(
    `Restored the backup of ${name}, made at ${plain(madeAt)} by version ${plain(program)}: ${sizeOf(manifest)}`,
  )
  if (taken.length > 0) print(`Not in the backup and taken over as they are: ${taken.join(' and ')}`)
  if (before !== undefined)
    print(`The folder as it was before is ${before}. Delete it when you do not need it.`)
  print('Start the server. Check the people and tokens: those that were removed after the backup are back.')
}
