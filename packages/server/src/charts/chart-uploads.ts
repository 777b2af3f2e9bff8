import { MarineDataError, type ChartFileFormat } from '@marinedata/model'
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../durable-file.ts'
import { openChartFile } from './chart-folder.ts'
import type { MbtilesReader } from './mbtiles-reader.ts'

export interface Upload {
  readonly name: string
  readonly format: ChartFileFormat
  /** The announced size; undefined when the client does not know it. */
  readonly length: number | undefined
}

export interface ChartUploadsOptions {
  readonly folder: string
  /** Bytes of one file. */
  readonly largest: number
  /** Bytes that stay free on the disk, so that the server can still store alerts and settings. */
  readonly reserve: number
  /** The names of the chart files in the folder. */
  readonly names: () => Promise<readonly string[]>
  readonly mostFiles: number
  readonly reader: MbtilesReader
  /** How long an upload may send nothing; 60 s when absent. */
  readonly silenceMs?: number
}

/** Names that begin with a dot are no charts, so a file appears only when it is complete. */
const partial = '.upload-'
const mostAtOnce = 2
const deadlineMs = 4 * 3_600_000
/** Two silent uploads would take both places. */
const defaultSilenceMs = 60_000
/** Bytes between two looks at the free space. */
const lookEvery = 16 * 2 ** 20

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

const bareName = (file: string): string => file.slice(0, file.lastIndexOf('.')).toLowerCase()

const nameTaken = (name: string): MarineDataError =>
  new MarineDataError('name-taken', `There is a chart file "${name}" already`)

/** Receives chart files. Each is written under a temporary name, checked by opening it, and then renamed. */
export class ChartUploads {
  readonly #options: ChartUploadsOptions
  readonly #running = new Set<string>()

  constructor(options: ChartUploadsOptions) {
    this.#options = options
  }

  /**
   * Resolves with the name of the file when it is on disk.
   * @throws MarineDataError when it is refused; then nothing is left of it
   */
  async receive(upload: Upload, content: Readable): Promise<string> {
    const { folder } = this.#options
    const [file, key] = [`${upload.name}.${upload.format}`, upload.name.toLowerCase()]
    const written = join(folder, `${partial}${randomUUID()}`)
    if (this.#running.has(key)) throw nameTaken(upload.name)
    if (this.#running.size >= mostAtOnce)
      throw new MarineDataError(
        'too-many-requests',
        `${mostAtOnce} charts are being uploaded. Wait for them.`,
      )
    this.#running.add(key)
    try {
      await mkdir(folder, { recursive: true })
      await this.#admit(upload)
      await this.#write(written, content)
      await this.#requireChart(written, upload.format)
      await rename(written, join(folder, file))
      syncFolder(folder)
      return file
    } finally {
      this.#running.delete(key)
      await rm(written, { force: true })
    }
  }

  /** Removes what was being received when the server was killed. */
  async removeLeftovers(): Promise<void> {
    const { folder } = this.#options
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((each) => each.startsWith(partial))) await rm(join(folder, name))
  }

  async #admit({ name, length = 0 }: Upload): Promise<void> {
    const { mostFiles } = this.#options
    this.#requireSize(length)
    const names = await this.#options.names()
    if (names.some((file) => bareName(file) === name.toLowerCase())) throw nameTaken(name)
    if (names.length >= mostFiles)
      throw new MarineDataError('storage-full', `There are ${mostFiles} chart files, which is the limit`)
    await this.#requireSpace(length)
  }

  #requireSize(bytes: number): void {
    const { largest } = this.#options
    if (bytes > largest)
      throw new MarineDataError('too-large', `The file is larger than the limit of ${megabytes(largest)}`)
  }

  async #requireSpace(bytes: number): Promise<void> {
    const { folder, reserve } = this.#options
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize - bytes >= reserve) return
    const sizes = `${megabytes(bavail * bsize)} are free, and ${megabytes(reserve)} must stay free`
    throw new MarineDataError('storage-full', `There is no room on the disk: ${sizes}.`)
  }

  async #write(file: string, content: Readable): Promise<void> {
    let [received, lookAt] = [0, lookEvery]
    const look = async (bytes: number): Promise<void> => {
      received += bytes
      this.#requireSize(received)
      if (received < lookAt) return
      lookAt = received + lookEvery
      await this.#requireSpace(0)
    }
    const silence = new SilenceTimer(this.#options.silenceMs ?? defaultSilenceMs)
    const bounded = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        silence.restart()
        look(chunk.length).then(() => done(null, chunk), done)
      },
    })
    try {
      // Flushed, so that the rename never makes an empty file visible after a power cut.
      const target = createWriteStream(file, { mode: 0o600, flush: true })
      const signal = AbortSignal.any([AbortSignal.timeout(deadlineMs), silence.signal])
      await pipeline(content, bounded, target, { signal })
    } catch (error) {
      throw isCut(error)
        ? new MarineDataError('bad-request', 'The upload ended early', { cause: error })
        : error
    } finally {
      silence.stop()
    }
  }

  async #requireChart(file: string, format: ChartFileFormat): Promise<void> {
    try {
      await openChartFile(file, format, this.#options.reader).describe()
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      throw new MarineDataError('invalid-value', `Not a chart: ${reason}`, { cause: error })
    }
  }
}

/** Aborts its signal when it is not restarted for some time. */
class SilenceTimer {
  readonly #end = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#end.abort(), ms)
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  restart(): void {
    this.#timer.refresh()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

const cutCodes: ReadonlySet<unknown> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'])

const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && cutCodes.has(error.code)
