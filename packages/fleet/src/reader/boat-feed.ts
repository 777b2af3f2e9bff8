import { minuteMeans, type LogSeries } from '@marinedata/history'
import { selfContext, type Delta, type PathValue } from '@marinedata/model'
import { decodeEvents, decodeLive, decodeSegments, type EventsBody } from '@marinedata/uplink-protocol'
import { isDeepStrictEqual } from 'node:util'

/** Takes values of a boat. */
export type Accept = (delta: Delta) => void

export interface BoatFeedOptions {
  /** `vessels.<identifier>` */
  readonly context: string
  readonly accept: Accept
  /** The series of the boat, for the blobs of minutes. */
  readonly series: () => ReadonlyMap<number, LogSeries>
  /** Unix milliseconds: older records are of an earlier owner. */
  readonly from: number
}

/** The source of values that the shore knows only as the means of minutes. */
const minuteSource = 'minutes'

/** The source of an open notification of a boat that does not send it. */
const unknownSource = 'server'

type OpenNotification = EventsBody['open'][number]

const parsed = (json: string): unknown => JSON.parse(json)

/** Turns what a boat sends into deltas of its context. */
export class BoatFeed {
  readonly #options: BoatFeedOptions
  #lastContact: number | undefined
  readonly #open = new Map<string, OpenNotification>()
  /** Paths of which only the mean of a minute is known. */
  readonly #meanOnly = new Set<string>()

  constructor(options: BoatFeedOptions) {
    this.#options = options
  }

  /** Unix milliseconds; undefined when the boat was never heard. */
  get lastContact(): number | undefined {
    return this.#lastContact
  }

  /** The open notifications. */
  get open(): readonly OpenNotification[] {
    return [...this.#open.values()]
  }

  /** @throws MarineDataError `invalid-message` */
  live(body: Uint8Array, at: number): void {
    this.#contact(at)
    const delta = { ...decodeLive(body), context: this.#options.context }
    this.#options.accept(delta)
    this.#withdrawMeans(delta, at)
  }

  /** A mean would stay the preferred value until it is stale: a source that is live is not displaced. */
  #withdrawMeans({ updates }: Delta, at: number): void {
    if (this.#meanOnly.size === 0) return
    const paths = updates.flatMap(({ values = [] }) => values.map(({ path }) => path))
    const known = paths.filter((path) => this.#meanOnly.delete(path))
    if (known.length > 0)
      this.#send(
        minuteSource,
        at,
        known.map((path) => ({ path, value: null })),
      )
  }

  /**
   * @param before numbers up to this one are of an earlier owner
   * @throws MarineDataError `invalid-message`
   */
  events(body: Uint8Array, at: number, before = 0): void {
    this.#contact(at)
    const { events, open } = decodeEvents(body)
    const changed = new Set<string>()
    const owned = events.filter((event) => this.#isOwned(event, before))
    for (const { kind, context, path, source, json, wall } of owned)
      // Other texts come with the live values, which have the time of their source.
      if (kind === 'value' && context === selfContext && path.startsWith('notifications.')) {
        this.#send(source, wall, [{ path, value: parsed(json) }])
        changed.add(path)
      }
    this.#notifications(open, changed)
  }

  /** The notifications that are open, after a start. */
  restoreOpen(json: string): void {
    // The writer stores what it has checked.
    this.#notifications(parsed(json) as EventsBody['open'])
  }

  /** The means of the last minute, after a start: better than nothing until the boat sends live values. */
  minutes(body: Uint8Array, at: number, before = 0): void {
    this.#contact(at)
    const last = decodeSegments(body).segments.findLast(({ blob }) => blob !== undefined)
    if (last?.blob === undefined || !this.#isOwned(last, before)) return
    const values = this.#meansOf(last.blob)
    for (const path of values.keys()) this.#meanOnly.add(path)
    this.#send(
      minuteSource,
      last.wall,
      [...values].map(([path, value]) => ({ path, value })),
    )
  }

  #isOwned({ number, wall }: { readonly number: number; readonly wall: number }, before: number): boolean {
    return number > before && wall >= this.#options.from
  }

  #meansOf(blob: Uint8Array): Map<string, unknown> {
    const known = this.#options.series()
    const values = new Map<string, unknown>()
    for (const { series: id, mean, isFloat } of minuteMeans(blob)) {
      const series = known.get(id)
      if (series === undefined || series.context !== selfContext) continue
      const value = isFloat ? mean : mean / series.steps
      if (series.part === '') values.set(series.path, value)
      else
        values.set(series.path, { ...(values.get(series.path) as object | undefined), [series.part]: value })
    }
    return values
  }

  /** The boat has sent something that changes no value. */
  heard(at: number): void {
    this.#contact(at)
  }

  #contact(at: number): void {
    this.#lastContact = Math.max(this.#lastContact ?? 0, at)
  }

  /**
   * Every batch of events contains the open notifications. Only those that are new here count as changes.
   * @param changed paths whose events came in the same batch, with the times at which they happened
   */
  #notifications(open: EventsBody['open'], changed: ReadonlySet<string> = new Set()): void {
    const before = new Map(this.#open)
    this.#open.clear()
    for (const notification of open) this.#open.set(notification.path, notification)
    const ended = [...before.values()]
      .filter(({ path }) => !this.#open.has(path))
      .map((notification) => ({ ...notification, value: null }))
    const raised = this.open.filter((one) => !isDeepStrictEqual(before.get(one.path), one))
    for (const { path, value, source = unknownSource } of [...ended, ...raised])
      if (!changed.has(path)) this.#send(source, Date.now(), [{ path, value }])
  }

  #send(source: string, wall: number, values: readonly PathValue[]): void {
    const timestamp = new Date(wall).toISOString()
    this.#options.accept({
      context: this.#options.context,
      updates: [{ $source: source, timestamp, values: [...values] }],
    })
  }
}
