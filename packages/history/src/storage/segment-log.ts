import { timeTrusts, type StreamPosition, type TimeTrust } from '@marinedata/model'
import { randomUUID } from 'node:crypto'
import type {
  HistoryClock,
  HistoryFault,
  LogEvent,
  LogHead,
  LogSegment,
  LogSeries,
  SegmentLayer,
} from '#interface.ts'
import { OpenSegment } from '#recording/open-segment.ts'
import type { Moment, RecordingTarget } from '#recording/recorder.ts'
import type { SourcePath } from '#recording/series-registry.ts'
import type { LogDatabase, Row } from './log-database.ts'
import { RecoveredEvents, savedPosition } from './recovered-events.ts'
import { LogWriter, type SegmentRow } from './log-writer.ts'
import { eventOf, seriesOf } from './log-rows.ts'
import { isTrustedTime, largestLateness, Timeline } from './timeline.ts'

const minuteMs = 60_000
/** A larger difference between wall and monotonic clock is a jump; smaller ones are the clock being adjusted. */
const jumpMs = 1_000
/** Times of receivers are up to a second late, so a smaller difference is no news. */
const fixToleranceMs = 2_000

/** The segments and events of the log, and their numbers. */
export class SegmentLog implements RecordingTarget {
  readonly #database: LogDatabase
  readonly #clock: HistoryClock
  readonly timeline: Timeline
  readonly #writer: LogWriter
  readonly #boot: number
  #nextNumber: number
  #nextEvent: number
  #written = 0
  #trust: TimeTrust = 'none'
  /** The last start did not end properly, and that is not noted yet. */
  #wasOpen: boolean
  #segment: { readonly open: OpenSegment; readonly minute: number } | undefined
  /** Wall minus monotonic clock when last seen. */
  #clockOffset: number
  readonly #preferredByPath = new Map<string, string>()
  /** Up to where the stream is recorded. */
  position: StreamPosition | undefined
  /** When the late changes that are recorded now happened, by the wall clock; they are recorded in their order. */
  #lateAt: number | undefined
  /** Events that are on disk without their segment. Their changes are sent again after an interruption. */
  readonly #recovered: RecoveredEvents

  constructor(database: LogDatabase, clock: HistoryClock, faults: (fault: HistoryFault) => void) {
    this.#database = database
    this.#clock = clock
    this.timeline = new Timeline(database)
    this.#writer = new LogWriter(database, faults)
    this.#clockOffset = clock.wall() - clock.mono()
    this.#boot = this.timeline.boot + 1
    this.#nextNumber =
      Math.max(
        database.number('SELECT max(number) FROM segment'),
        database.number('SELECT max(first) - 1 FROM run'),
        // An event of a segment that a power cut prevented: its number is not used again.
        database.number('SELECT segment FROM event ORDER BY number DESC LIMIT 1'),
        database.number(
          'SELECT max(last) FROM gap WHERE layer <> ? AND layer <> ?',
          'own-sheet',
          'others-sheet',
        ),
      ) + 1
    this.#nextEvent = database.number('SELECT max(number) FROM event') + 1
    this.#recovered = new RecoveredEvents(database)
    this.position = savedPosition(database)
    if (database.number('SELECT inode FROM log') !== database.inode) this.startEpoch()
    this.#wasOpen = database.number('SELECT is_open FROM log') === 1
    database.run('UPDATE log SET is_open = 1')
    this.#startRun()
    this.#writer.flush(clock.mono())
  }

  /** After a power cut, up to a minute of numbers is missing. */
  noteInterruption(): void {
    if (this.#wasOpen) {
      const row = this.#database.get('SELECT number, mono, wall FROM segment ORDER BY number DESC LIMIT 1')
      const since = row === undefined ? this.#clock.wall() : this.#timeOfRow(row) + minuteMs
      const number = this.#nextNumber++
      const gap = { first: number, last: number, since, until: since + minuteMs }
      this.#writer.addGap({ ...gap, layer: 'all', reason: 'power-cut' })
      this.#writer.flush(this.#clock.mono())
    }
    this.#wasOpen = false
  }

  /** Saves the position at which the recording starts, so that its first minute can be continued too. */
  startAt(position: StreamPosition): void {
    this.position ??= position
    this.#writer.setPosition(position)
    this.#writer.flush(this.#clock.mono())
  }

  #timeOfRow(row: Row): number {
    return this.timeline.timeOf({
      segment: Number(row['number']),
      mono: Number(row['mono']),
      wall: Number(row['wall']),
    })
  }

  #startRun(): void {
    const run = { first: this.#nextNumber, boot: this.#boot }
    this.#writer.addRun(run)
    this.timeline.addRun(run)
  }

  get boot(): number {
    return this.#boot
  }

  /** Segments since the start. */
  get written(): number {
    return this.#written
  }

  /** Segments that could not be written yet. */
  get waitingSegments(): number {
    return this.#writer.waiting.length
  }

  get lostEvents(): number {
    return this.#writer.lostEvents
  }

  /** Corrected present time. */
  get now(): number {
    const offset = this.timeline.offset
    return offset === undefined ? this.#clock.wall() : this.#clock.mono() + offset
  }

  /** Milliseconds that the changes which are recorded now are behind the clock. */
  get #lateness(): number {
    return this.#lateAt === undefined ? 0 : Math.min(0, this.#lateAt - this.#clock.wall())
  }

  /**
   * Ends the segment when its minute is over or the clock has jumped. True when a segment was written.
   * @param lateAt when the next change happened, if it is recorded late
   */
  advance(lateAt?: number): boolean {
    const earliest = this.#lateAt ?? this.#clock.wall() - largestLateness
    this.#lateAt = lateAt === undefined ? undefined : Math.max(lateAt, earliest)
    const offset = this.#clock.wall() - this.#clock.mono()
    const hasJumped = Math.abs(offset - this.#clockOffset) > jumpMs
    this.#clockOffset = offset
    const minute = Math.floor((this.now + this.#lateness) / minuteMs)
    const isOver = this.#segment !== undefined && this.#segment.minute !== minute
    if (!hasJumped && !isOver) return false
    const hasWritten = this.cut()
    if (hasJumped) this.#startRun()
    return hasWritten
  }

  /** Ends the open segment and writes it. */
  cut(): boolean {
    const row = this.#openRow()
    this.#segment = undefined
    if (row === undefined) return false
    this.#nextNumber++
    this.#written++
    this.#writer.addSegment(row)
    this.#writer.setPosition(this.position)
    this.#writer.flush(this.#clock.mono())
    return true
  }

  /** Tries to write what could not be written before. False when something still waits. */
  retry(): boolean {
    return this.#writer.flush(this.#clock.mono())
  }

  #openRow(): SegmentRow | undefined {
    if (this.#segment === undefined) return undefined
    const { mono, wall } = this.#segment.open
    return {
      number: this.#nextNumber,
      boot: this.#boot,
      mono,
      wall,
      trust: this.#trust,
      ...this.#segment.open.encode(),
    }
  }

  /** Series that are not on disk yet. */
  get newSeries(): readonly LogSeries[] {
    return this.#writer.newSeries
  }

  /** Segments that are in memory: those that could not be written yet, and the open one. */
  inMemory(): SegmentRow[] {
    const open = this.#openRow()
    return open === undefined ? [...this.#writer.waiting] : [...this.#writer.waiting, open]
  }

  addEntry(path: SourcePath, moment: Moment, entry: readonly number[] | 'null' | 'stale'): boolean {
    if (path.lastGroup === undefined) return false
    this.#segment ??= this.#newSegment()
    return this.#segment.open.add(path.lastGroup, moment.mono + moment.lag - this.#segment.open.mono, entry)
  }

  #newSegment(): { readonly open: OpenSegment; readonly minute: number } {
    const lateness = this.#lateness
    return {
      open: new OpenSegment(
        Math.round(this.#clock.mono() + lateness),
        Math.round(this.#clock.wall() + lateness),
      ),
      minute: Math.floor((this.now + lateness) / minuteMs),
    }
  }

  addSeries(series: LogSeries): void {
    this.#writer.addSeries(series)
  }

  addEvent({ context, path, source }: SourcePath, moment: Moment, json: string): void {
    const at = this.#clock.wall() + moment.lag
    if (moment.isLate === true && this.#recovered.take({ context, path, source, json, wall: at })) return
    this.#addEvent({ kind: 'value', context, path, source, json }, moment)
    this.#writer.flush(this.#clock.mono())
  }

  #addEvent(event: Pick<LogEvent, 'kind' | 'context' | 'path' | 'source' | 'json'>, moment: Moment): void {
    const { mono, lag } = moment
    const wall = this.#clock.wall() - (this.#clock.mono() - mono) + lag
    const place = { segment: this.#nextNumber, wall: Math.round(wall), mono: Math.round(mono + lag) }
    this.#writer.addEvent({ number: this.#nextEvent++, ...place, ...event })
  }

  /** Remembers which source of a path was preferred. Written with the segment. */
  prefer(path: string, source: string): void {
    const known = this.#preferredByPath.get(path) ?? this.#lastPreferred(path)
    if (known === source) {
      this.#preferredByPath.set(path, source)
      return
    }
    if (this.#preferredByPath.size > 10_000) this.#preferredByPath.clear()
    this.#preferredByPath.set(path, source)
    const event = { context: 'vessels.self', path, source, json: '{}' }
    this.#addEvent({ kind: 'preferred', ...event }, { mono: this.#clock.mono(), lag: 0 })
  }

  #lastPreferred(path: string): string | undefined {
    const row = this.#database.get(
      "SELECT source FROM event WHERE kind = 'preferred' AND context = 'vessels.self' AND path = ? ORDER BY number DESC LIMIT 1",
      path,
    )
    return row === undefined ? undefined : String(row['source'])
  }

  /** The true time is now `wall`. */
  trustTime(trust: TimeTrust, wall: number): void {
    const rank = timeTrusts.indexOf(trust) - timeTrusts.indexOf(this.#trust)
    if (rank < 0) return
    this.#trust = trust
    if (!isTrustedTime(trust)) return
    const mono = this.#clock.mono()
    const offset = Math.round(wall - mono)
    const known = this.timeline.offset
    if (known !== undefined && Math.abs(known - offset) <= fixToleranceMs) return
    this.cut()
    const fix = { segment: this.#nextNumber, offset, trust }
    const json = JSON.stringify({ boot: this.#boot, offset, trust })
    this.#addEvent({ kind: 'clock', context: '', path: '', source: '', json }, { mono, lag: 0 })
    this.timeline.addFix(this.#boot, fix)
    this.#writer.flush(mono)
  }

  /** For the shore: what was deleted on request. */
  noteForgotten(range: { readonly from: number; readonly to: number }): void {
    const event = { context: '', path: '', source: '', json: JSON.stringify(range) }
    this.#addEvent({ kind: 'forgotten', ...event }, { mono: this.#clock.mono(), lag: 0 })
    this.#writer.flush(this.#clock.mono())
  }

  #base(column: 'base' | 'event_base'): number {
    return this.#database.number(`SELECT ${column} FROM log`)
  }

  get logId(): string {
    return String(this.#database.get('SELECT id FROM log')?.['id'])
  }

  head(): LogHead {
    // Segments that were deleted count: a log must not look shorter than its copy ashore.
    const segment = Math.max(
      this.#database.number('SELECT max(number) FROM segment'),
      this.#database.number("SELECT max(last) FROM gap WHERE layer = 'all'"),
    )
    const event = this.#database.number('SELECT max(number) FROM event')
    return {
      epoch: this.logId,
      number: Math.max(0, segment - this.#base('base')),
      event: Math.max(0, event - this.#base('event_base')),
    }
  }

  read(layer: SegmentLayer, after: number, most: number): LogSegment[] {
    const base = this.#base('base')
    return this.#database
      .all(
        `SELECT number, boot, mono, wall, trust, ${layer} AS blob FROM segment WHERE number > ? ORDER BY number LIMIT ?`,
        base + after,
        most,
      )
      .map((row) => ({
        number: Number(row['number']) - base,
        boot: Number(row['boot']),
        mono: Number(row['mono']),
        wall: Number(row['wall']),
        // Only `#openRow` writes it.
        trust: String(row['trust']) as TimeTrust,
        blob: row['blob'] instanceof Uint8Array ? row['blob'] : undefined,
      }))
  }

  events(after: number, most: number): LogEvent[] {
    const base = this.#base('event_base')
    return this.#database
      .all('SELECT * FROM event WHERE number > ? ORDER BY number LIMIT ?', base + after, most)
      .map((row) => {
        const event = eventOf(row)
        return { ...event, number: event.number - base, segment: event.segment - this.#base('base') }
      })
  }

  series(after: number, most: number): LogSeries[] {
    return this.#database
      .all('SELECT * FROM series WHERE id > ? ORDER BY id LIMIT ?', after, most)
      .map((row) => seriesOf(row))
  }

  startEpoch(): void {
    this.cut()
    this.#database.run(
      'UPDATE log SET id = ?, base = ?, event_base = ?, inode = ?',
      randomUUID(),
      this.#nextNumber - 1,
      this.#nextEvent - 1,
      this.#database.inode,
    )
  }

  close(): void {
    this.cut()
    this.#writer.setPosition(this.position)
    if (this.#writer.flush(this.#clock.mono())) this.#database.run('UPDATE log SET is_open = 0')
  }
}
