import { MarineDataError, type TileFormat } from '@marinedata/model'
import { unreadable, type ChartFacts, type ChartFile, type ChartTile } from './chart-file.ts'
import type { MbtilesAnswer, MbtilesQuestion, MbtilesReader } from './mbtiles-reader.ts'
import { isPlace, type TilePlace } from './tile-id.ts'

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** How long a file is not read again that the reader could not read within its limits. */
const restMs = 60_000

/** Tiles in an SQLite database: https://github.com/mapbox/mbtiles-spec */
export class MbtilesFile implements ChartFile {
  readonly #file: string
  readonly #reader: MbtilesReader
  #format: TileFormat | undefined
  /** A file that exceeded the limits must not delay the tiles of the others again and again. */
  #failure: { readonly error: unknown; readonly at: number } | undefined

  constructor(file: string, reader: MbtilesReader) {
    this.#file = file
    this.#reader = reader
  }

  async describe(): Promise<ChartFacts> {
    const answer = await this.#ask({ file: this.#file })
    if (!('facts' in answer)) throw unreadable('The file was not described')
    this.#format = answer.facts.format
    return answer.facts
  }

  async tile(place: TilePlace): Promise<ChartTile | undefined> {
    if (!isPlace(place)) return undefined
    const format = this.#format ?? (await this.describe()).format
    const answer = await this.#ask({ file: this.#file, place })
    const bytes = 'tile' in answer ? answer.tile : undefined
    if (bytes === undefined) return undefined
    return { bytes, packing: format === 'pbf' && isGzip(bytes) ? 'gzip' : 'identity', format }
  }

  async #ask(question: MbtilesQuestion): Promise<MbtilesAnswer> {
    if (this.#failure !== undefined && performance.now() - this.#failure.at < restMs)
      throw this.#failure.error
    const answer = await this.#reader.ask(question).catch((error: unknown) => {
      // A busy reader says nothing about the file.
      if (!(error instanceof MarineDataError && error.code === 'too-many-requests'))
        this.#failure = { error, at: performance.now() }
      throw error
    })
    if ('problem' in answer) throw unreadable(answer.problem)
    return answer
  }
}
