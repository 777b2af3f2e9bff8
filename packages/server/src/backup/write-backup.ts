import { backupFormat, MarineDataError, type BackupManifest, type BackupPart } from '@marinedata/model'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rm, statfs, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { folderLayout } from '../data-folder.ts'
import { privateMode } from '../durable-file.ts'
import {
  databasePath,
  findFiles,
  manifestPath,
  maxFiles,
  type FoundFile,
  type FoundFiles,
} from './backup-files.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

export interface BackupOptions {
  /** The data folder. */
  readonly folder: string
  /** A folder for copies of databases. Created, and removed at the end. */
  readonly staging: string
  readonly without: readonly BackupPart[]
  /** Version of the program. */
  readonly program: string
}

const chunkBytes = 256 * 1024
const busyTimeoutMs = 10_000
/** All pages in one step: the copy is a snapshot, and writers do not make it start again. */
const allPages = 0x7fffffff

type Vessel = BackupManifest['vessel']

/** Reads name and identity of the vessel from a database of any version. */
const vesselIn = (database: DatabaseSync): Vessel => {
  const has = (table: string): boolean =>
    database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) !== undefined
  const uuid = has('fact')
    ? database.prepare("SELECT value FROM fact WHERE name = 'vessel-uuid'").get()?.['value']
    : undefined
  const record = has('boat') ? database.prepare('SELECT record FROM boat').get()?.['record'] : undefined
  // Only the store of the boat writes this column.
  const { details } = JSON.parse(String(record ?? '{"details":{}}')) as { details: Omit<Vessel, 'uuid'> }
  const { name, mmsi } = details
  return { ...(name && { name }), ...(mmsi && { mmsi }), ...(typeof uuid === 'string' && { uuid }) }
}

/** A backup of a data folder, as a stream of bytes. A server may be running on the folder. */
export class BackupWriter {
  readonly #options: BackupOptions
  readonly #files: BackupManifest['files'] = []
  readonly #found: FoundFiles
  #vessel: Vessel = {}
  #schema = 0

  private constructor(options: BackupOptions, found: FoundFiles) {
    this.#options = options
    this.#found = found
  }

  /**
   * Finds the files of the backup.
   * @throws MarineDataError `not-found` when the folder is not a data folder, `storage-full` with too many files
   */
  static async open(options: BackupOptions): Promise<BackupWriter> {
    const { folder, without } = options
    if (!existsSync(join(folder, databasePath)))
      throw new MarineDataError(
        'not-found',
        `${folder} is not a data folder. Start the server once, or use another data folder with --data`,
      )
    const found = await findFiles(folder, without)
    if (found.files.length > maxFiles)
      throw new MarineDataError('storage-full', `The data folder has more than ${maxFiles} files`)
    return new BackupWriter(options, found)
  }

  /** Links, devices and names that are not in the backup. */
  get skipped(): readonly string[] {
    return this.#found.skipped
  }

  /** Bytes of all files, before they are compressed. */
  get totalBytes(): number {
    return this.#found.files.reduce((sum, { size }) => sum + size, 0)
  }

  /** Bytes that copies of databases need at a time. */
  get stagingBytes(): number {
    return Math.max(0, ...this.#found.files.map(({ size, isDatabase }) => (isDatabase ? size : 0)))
  }

  /** The manifest; complete when all bytes were read. */
  get manifest(): BackupManifest {
    const { program, without } = this.#options
    return {
      format: backupFormat,
      program,
      layout: folderLayout,
      schema: this.#schema,
      madeAt: new Date().toISOString(),
      vessel: this.#vessel,
      without: [...without],
      files: this.#files,
    }
  }

  /** The archive, not compressed. Copies of databases are removed when it ends, also when its reader stops. */
  async *bytes(): AsyncGenerator<Buffer, void> {
    const { staging } = this.#options
    await rm(staging, { recursive: true, force: true })
    await mkdir(staging, { recursive: true, mode: 0o700 })
    try {
      for (const found of this.#found.files) yield* this.#file(found)
      const manifest = Buffer.from(`${JSON.stringify(this.manifest)}\n`)
      const modifiedAt = Date.now() / 1_000
      yield tarHeader({ path: manifestPath, size: manifest.length, mode: privateMode, modifiedAt })
      yield Buffer.concat([manifest, tarPadding(manifest.length), tarEnd])
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  }

  async *#file({ path, isDatabase }: FoundFile): AsyncGenerator<Buffer, void> {
    const { folder, staging } = this.#options
    if (!isDatabase) {
      yield* this.#content(path, join(folder, path))
      return
    }
    const copy = join(staging, 'database')
    await writeFile(copy, '', { mode: privateMode })
    {
      using database = new DatabaseSync(join(folder, path), { readOnly: true, timeout: busyTimeoutMs })
      await backup(database, copy, { rate: allPages })
    }
    if (path === databasePath) this.#readDatabase(copy)
    yield* this.#content(path, copy)
    await rm(copy)
  }

  #readDatabase(copy: string): void {
    using database = new DatabaseSync(copy, { readOnly: true })
    this.#vessel = vesselIn(database)
    this.#schema = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  }

  /** The file as it is when it is opened: what is appended later is not read. */
  async *#content(path: string, file: string): AsyncGenerator<Buffer, void> {
    const handle = await openExisting(file)
    // A file that was deleted since it was found.
    if (handle === undefined) return
    await using _closed = handle
    const { size, mode, mtimeMs } = await handle.stat()
    yield tarHeader({ path, size, mode: mode & 0o755, modifiedAt: mtimeMs / 1_000 })
    const hash = createHash('sha256')
    for (let left = size; left > 0;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(Math.min(left, chunkBytes)))
      if (bytesRead === 0)
        throw new MarineDataError('internal', `${path} became shorter while it was read. Try again`)
      const part = buffer.subarray(0, bytesRead)
      hash.update(part)
      left -= bytesRead
      yield part
    }
    yield tarPadding(size)
    this.#files.push({ path, size, sha256: hash.digest('hex') })
  }
}

const openExisting = async (file: string): Promise<FileHandle | undefined> => {
  try {
    return await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Bytes that must stay free, so that a running server can still store alerts. */
const reserveBytes = 50e6

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`

/** @throws MarineDataError `storage-full` when the disk of the folder has not enough space */
export const requireSpace = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (free >= bytes + reserveBytes) return
  throw new MarineDataError(
    'storage-full',
    `There is not enough space on the disk of ${folder}: ${megabytes(bytes + reserveBytes)} are needed, ${megabytes(free)} are free`,
  )
}
