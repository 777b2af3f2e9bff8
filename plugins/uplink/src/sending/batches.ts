import { MarineDataError, type LogEvent, type LogSegment, type LogSeries } from '@marinedata/model'
import type { RecordedLog } from '@marinedata/plugin-api'
import {
  encodeEvents,
  encodeSegments,
  sizes,
  type CarriedSegment,
  type EventsBody,
  type Layer,
} from '@marinedata/uplink-protocol'

/** The next part of a layer, as it is sent. */
export interface NextBatch {
  readonly to: number
  readonly body: Uint8Array
}

export interface BatchesOptions {
  readonly log: RecordedLog
  readonly batchBytes: number
  /** The notifications that are open now. */
  readonly open: () => EventsBody['open']
  readonly warn: (message: string) => void
}

const pageMost = { events: 500, minutes: 100, full: 50 } as const
const lanes = { minutes: 'minute', full: 'own' } as const

const isOwn = ({ context }: LogEvent): boolean => context === '' || context === 'vessels.self'

const carried = ({ blob, ...times }: LogSegment): CarriedSegment => ({
  ...times,
  blob: blob === undefined ? undefined : Buffer.from(blob, 'base64'),
})

/** Reads the log, a page at a time, and makes batches of it. One per connection. */
export class Batches {
  readonly #options: BatchesOptions
  /** The last series that was sent over this connection. */
  #seriesSent = 0

  constructor(options: BatchesOptions) {
    this.#options = options
  }

  /** The shore has not stored the last batch, and with it perhaps series. */
  forgetSeries(): void {
    this.#seriesSent = 0
  }

  /**
   * The entries after a number.
   * @param head the newest number; there is one after `after`
   */
  async next(layer: Layer, after: number, head: number): Promise<NextBatch> {
    return layer === 'events' ? await this.#events(after, head) : await this.#segments(layer, after, head)
  }

  async #events(after: number, head: number): Promise<NextBatch> {
    const { log, batchBytes, open } = this.#options
    const page = await log.events({ after, most: pageMost.events })
    for (let count = page.length; ; count = Math.floor(count / 2)) {
      const events = page.slice(0, count)
      const body = encodeEvents({ events: events.filter(isOwn), open: open() })
      // If the page is empty, the entries up to the head were removed on the boat.
      if (body.length <= batchBytes) return { to: events.at(-1)?.number ?? head, body }
      if (count <= 1) throw new MarineDataError('too-large', 'An event does not fit into a batch')
    }
  }

  async #segments(layer: 'minutes' | 'full', after: number, head: number): Promise<NextBatch> {
    const { log, batchBytes } = this.#options
    const page = await log.segments({ lane: lanes[layer], after, most: pageMost[layer] })
    const series = await log.series({ after: this.#seriesSent, most: sizes.batchSeries })
    let segments = fitting(page.map(carried), batchBytes)
    let named: readonly LogSeries[] = series
    for (;;) {
      const body = encodeSegments({ series: named, segments })
      if (body.length <= batchBytes) {
        this.#seriesSent = named.at(-1)?.id ?? this.#seriesSent
        return { to: segments.at(-1)?.number ?? head, body }
      }
      if (segments.length > 1) segments = segments.slice(0, Math.ceil(segments.length / 2))
      else if (named.length > 0) named = named.slice(0, Math.floor(named.length / 2))
      else segments = this.#withoutBlob(segments, layer)
    }
  }

  /** A minute that is longer than a batch is not sent. The batch has its number and times, without its content. */
  #withoutBlob([segment]: readonly CarriedSegment[], layer: Layer): CarriedSegment[] {
    if (segment?.blob === undefined)
      throw new MarineDataError('too-large', 'A batch is too short for a segment')
    this.#options.warn(
      `Segment ${segment.number} is not sent in ${layer}: ${segment.blob.length} bytes are too long for a batch`,
    )
    return [{ ...segment, blob: undefined }]
  }
}

/** As many as can fit, at least one. */
const fitting = (segments: readonly CarriedSegment[], batchBytes: number): readonly CarriedSegment[] => {
  let bytes = 0
  const first = segments.findIndex(({ blob }) => (bytes += blob?.length ?? 0) > batchBytes)
  return first === -1 ? segments : segments.slice(0, Math.max(1, first))
}
