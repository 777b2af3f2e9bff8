import { backupFormat, BackupManifest, checkOf, MarineDataError } from '@marinedata/model'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { databasePath, isBackedUp, isSafePath, manifestPath, maxFiles } from './backup-files.ts'
import { TarReader, type TarFile } from './tar.ts'

type ManifestFile = BackupManifest['files'][number]

const maxManifestBytes = 100e6
const manifests = checkOf<BackupManifest>(BackupManifest)

const rejected = (reason: string): MarineDataError =>
  new MarineDataError('invalid-value', `The backup was not restored and nothing was changed: ${reason}`)

/** Takes the content of a file; resolves when everything is stored. */
type FileSink = (file: TarFile, content: AsyncIterable<Buffer>) => Promise<void>

const ignore: FileSink = async (_file, content) => {
  for await (const part of content) void part
}

interface ReadOptions {
  /** Bytes of all files together; more is rejected. */
  readonly maxBytes: number
  /** Called for every file in order; without it, the backup is only checked. */
  readonly sink?: FileSink
}

/** Reads a backup once and checks all of it. */
class BackupReading {
  readonly #options: ReadOptions
  readonly #files: ManifestFile[] = []
  readonly #paths = new Set<string>()
  #bytes = 0

  constructor(options: ReadOptions) {
    this.#options = options
  }

  async read(source: AsyncIterable<Buffer>): Promise<BackupManifest> {
    const archive = new TarReader(source)
    for (let file = await archive.next(); file !== undefined; file = await archive.next()) {
      if (file.path === manifestPath) return await this.#finish(archive, file)
      this.#admit(file)
      await this.#take(file, archive.content())
    }
    throw rejected('its manifest is missing')
  }

  #admit({ path, size }: TarFile): void {
    const shown = path.slice(0, 200)
    if (!isSafePath(path)) throw rejected(`it contains the unsafe path "${shown}"`)
    if (!isBackedUp(path)) throw rejected(`it contains "${shown}", which does not belong to a backup`)
    if (this.#paths.has(path)) throw rejected(`it contains "${shown}" twice`)
    this.#paths.add(path)
    this.#bytes += size
    if (this.#paths.size > maxFiles) throw rejected(`it contains more than ${maxFiles} files`)
    if (this.#bytes > this.#options.maxBytes)
      throw rejected(
        `it needs more than the ${Math.floor(this.#options.maxBytes / 1e6)} MB that are available`,
      )
  }

  async #take(file: TarFile, content: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256')
    const hashed = async function* (): AsyncGenerator<Buffer, void> {
      for await (const part of content) {
        hash.update(part)
        yield part
      }
    }
    await (this.#options.sink ?? ignore)(file, hashed())
    this.#files.push({ path: file.path, size: file.size, sha256: hash.digest('hex') })
  }

  async #finish(archive: TarReader, { size }: TarFile): Promise<BackupManifest> {
    if (size > maxManifestBytes) throw rejected('its manifest is too large')
    const parts: Buffer[] = []
    for await (const part of archive.content()) parts.push(part)
    const manifest = parseManifest(parts)
    this.#compare(manifest.files)
    if (!this.#paths.has(databasePath)) throw rejected('it contains no database')
    if ((await archive.next()) !== undefined) throw rejected('it continues after its manifest')
    return manifest
  }

  /** The manifest must list exactly the files that were read, in the same order. */
  #compare(listed: readonly ManifestFile[]): void {
    for (const [at, { path, size, sha256 }] of listed.entries()) {
      const file = this.#files[at]
      if (file?.path !== path || file.size !== size || file.sha256 !== sha256)
        throw rejected(`"${path.slice(0, 200)}" is damaged`)
    }
    if (listed.length !== this.#files.length) throw rejected('it contains files that are not in its manifest')
  }
}

const parseManifest = (parts: readonly Buffer[]): BackupManifest => {
  let manifest: unknown
  try {
    manifest = JSON.parse(Buffer.concat(parts).toString())
  } catch {
    throw rejected('its manifest is damaged')
  }
  const { format } = Object(manifest) as { format?: unknown }
  if (typeof format === 'number' && format > backupFormat)
    throw rejected(
      `it was made by a newer version of this program (format ${format}; this one knows ${backupFormat})`,
    )
  if (!manifests.accepts(manifest)) throw rejected('its manifest is damaged')
  return manifest
}

/**
 * Reads a whole backup and checks every name, size and hash in it.
 * @throws MarineDataError when anything is wrong with it
 */
export const readBackup = async (file: string, options: ReadOptions): Promise<BackupManifest> => {
  const reading = new BackupReading(options)
  try {
    return await pipeline(createReadStream(file), createGunzip(), (source: AsyncIterable<Buffer>) =>
      reading.read(source),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw rejected('the file is damaged, incomplete or not a backup')
    throw error
  }
}
