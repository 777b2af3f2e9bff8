import { MarineDataError, serverActor, type BackupManifest, type BackupPart } from '@marinedata/model'
import { accessSync, chownSync, constants, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { finishRestore, folderPlace, rejectNewerLayout, restoreNames } from '../data-folder.ts'
import { privateMode, syncFolder } from '../durable-file.ts'
import { lockFolder } from '../folder-lock.ts'
import { BoatStore } from '../storage/boat-store.ts'
import { rejectNewerVersion } from '../storage/schema-version.ts'
import { databasePath, findFiles, isInPart, type FoundFile } from './backup-files.ts'
import { readBackup } from './read-backup.ts'
import type { TarFile } from './tar.ts'
import { requireSpace } from './write-backup.ts'

export interface RestoreOptions {
  readonly file: string
  /** The data folder. Created when it is missing. */
  readonly folder: string
}

export interface Restored {
  readonly manifest: BackupManifest
  /** The present path of the replaced folder, if there was one. */
  readonly before: string | undefined
  /** Parts that are not in the backup, and were taken over from the folder that was replaced. */
  readonly taken: readonly BackupPart[]
}

const refused = (reason: string): MarineDataError => new MarineDataError('invalid-settings', reason)

/** The folder is renamed, so it must not be a mount, and its parent must be writable. */
const requireRename = (folder: string): void => {
  const parent = dirname(folder)
  try {
    accessSync(parent, constants.W_OK)
  } catch (cause) {
    throw new MarineDataError(
      'invalid-settings',
      `A restore renames ${folder}, and this user may not write to ${parent}. Run it with sudo: owners are kept`,
      { cause },
    )
  }
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory()) throw refused(`${folder} is not a folder`)
  if (statSync(folder).dev !== statSync(parent).dev)
    throw refused(
      `${folder} is a disk of its own and cannot be renamed. Restore into a folder on it, with --data ${join(folder, 'boat')}`,
    )
}

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Restores a backup into a data folder that no server uses. */
class Restoring {
  readonly #folder: string
  readonly #unfinished: string
  readonly #ready: string

  constructor(folder: string) {
    this.#folder = folder
    this.#unfinished = restoreNames.unfinished(folder)
    this.#ready = restoreNames.ready(folder)
  }

  /** Writes the whole new folder beside the present one. */
  async extract(file: string, maxBytes: number): Promise<void> {
    for (const folder of [this.#unfinished, this.#ready]) rmSync(folder, { recursive: true, force: true })
    await mkdir(this.#unfinished, { mode: 0o700 })
    await readBackup(file, { maxBytes, sink: (entry, content) => this.#write(entry, content) })
  }

  async #write({ path, mode, modifiedAt }: TarFile, content: AsyncIterable<Buffer>): Promise<void> {
    const file = join(this.#unfinished, path)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await using handle = await open(file, 'wx', (mode & 0o755) | privateMode)
    for await (const part of content) await handle.writeFile(part)
    await handle.utimes(modifiedAt, modifiedAt)
    await handle.sync()
  }

  /** Takes over the parts that the backup does not have. */
  async takeOver(parts: readonly BackupPart[]): Promise<BackupPart[]> {
    const files = await this.#filesOf(parts)
    for (const { path, isDatabase } of files)
      for (const end of isDatabase ? ['', '-wal'] : ['']) await this.#takeFile(`${path}${end}`, isDatabase)
    return parts.filter((part) => files.some(({ path }) => isInPart(path, part)))
  }

  /** Bytes that taking over the parts needs, at most. */
  async takenBytes(parts: readonly BackupPart[]): Promise<number> {
    const files = await this.#filesOf(parts)
    return files.reduce((sum, { size, isDatabase }) => sum + (isDatabase ? size : 0), 0)
  }

  async #filesOf(parts: readonly BackupPart[]): Promise<FoundFile[]> {
    if (parts.length === 0 || !existsSync(this.#folder)) return []
    const { files } = await findFiles(this.#folder, [])
    return files.filter(({ path }) => parts.some((part) => isInPart(path, part)))
  }

  async #takeFile(path: string, isDatabase: boolean): Promise<void> {
    const [from, to] = [join(this.#folder, path), join(this.#unfinished, path)]
    if (!existsSync(from)) return
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    // Charts are read-only, so both folders can share the file. A database needs a copy.
    if (isDatabase) await copyFile(from, to, constants.COPYFILE_FICLONE)
    else await link(from, to).catch(() => copyFile(from, to))
  }

  /** Opens the new database as the server will, and records the restore in its audit. */
  check({ madeAt }: BackupManifest): void {
    using store = new BoatStore(this.#unfinished)
    if (store.repairs.length > 0) throw refused(`The backup was not restored: ${store.repairs.join('. ')}`)
    const event = { kind: 'server', operation: 'restored', actor: serverActor, subject: 'storage' } as const
    store.audit.recordEvent({ ...event, details: { madeAt } }, new Date().toISOString())
  }

  /** Gives everything to the owner of the present folder, and makes it durable. Root may restore for a service. */
  async finish(): Promise<void> {
    const { uid, gid } = statSync(existsSync(this.#folder) ? this.#folder : dirname(this.#folder))
    const isForOther = process.getuid?.() === 0 && uid !== 0
    const entries = await readdir(this.#unfinished, { recursive: true, withFileTypes: true })
    const places = entries.map(({ parentPath, name }) => join(parentPath, name))
    if (isForOther) for (const place of [this.#unfinished, ...places]) chownSync(place, uid, gid)
    const folders = entries.flatMap((entry, at) => (entry.isDirectory() ? (places[at] ?? []) : []))
    for (const folder of [...folders, this.#unfinished]) syncFolder(folder)
  }

  /**
   * Replaces the folder. Killed between the two renames, the next start puts the new folder in place: see
   * `finishRestore`.
   */
  swap(): string | undefined {
    const parent = dirname(this.#folder)
    renameSync(this.#unfinished, this.#ready)
    syncFolder(parent)
    const before = existsSync(this.#folder) ? restoreNames.before(this.#folder, new Date()) : undefined
    if (before !== undefined) renameSync(this.#folder, before)
    try {
      renameSync(this.#ready, this.#folder)
    } catch (error) {
      // A server that started just now has put the new folder in place itself.
      if (existsSync(this.#ready) || !existsSync(join(this.#folder, databasePath))) throw error
    }
    syncFolder(parent)
    return before
  }

  /** Removes the new folder, unless it is the only one. */
  discard(): void {
    rmSync(this.#unfinished, { recursive: true, force: true })
    if (existsSync(this.#folder)) rmSync(this.#ready, { recursive: true, force: true })
  }
}

/**
 * Replaces a data folder by the content of a backup. Everything is checked before anything is touched. At any moment,
 * the folder is the old or the new one.
 * @throws MarineDataError when the backup is damaged or of a newer program, when a server runs on the folder, or when
 * there is not enough space
 */
export const restoreBackup = async ({ file, folder: wanted }: RestoreOptions): Promise<Restored> => {
  finishRestore(wanted)
  const folder = folderPlace(wanted)
  const parent = dirname(folder)
  await mkdir(parent, { recursive: true })
  requireRename(folder)
  using _lock = existsSync(folder) ? lockFolder(folder) : undefined
  const maxBytes = await freeBytes(parent)
  const manifest = await readBackup(file, { maxBytes })
  rejectNewerLayout(manifest.layout, basename(file))
  rejectNewerVersion(manifest.schema, basename(file))
  const needed = manifest.files.reduce((sum, { size }) => sum + size, 0)
  const restoring = new Restoring(folder)
  await requireSpace(parent, needed + (await restoring.takenBytes(manifest.without)))
  try {
    await restoring.extract(file, maxBytes)
    restoring.check(manifest)
    const taken = await restoring.takeOver(manifest.without)
    await restoring.finish()
    return { manifest, before: restoring.swap(), taken }
  } catch (error) {
    restoring.discard()
    throw error
  }
}
