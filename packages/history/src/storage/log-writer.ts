import type { StreamPosition, TimeTrust } from '@marinedata/model'
import type { HistoryFault, LogEvent, LogSeries } from '#interface.ts'
import type { LogDatabase } from './log-database.ts'
import type { Run } from './timeline.ts'

/** A segment as it is stored. */
export interface SegmentRow {
  readonly number: number
  readonly boot: number
  readonly mono: number
  readonly wall: number
  readonly trust: TimeTrust
  readonly own: Uint8Array | null
  readonly others: Uint8Array | null
  readonly minute: Uint8Array | null
}

export interface GapRow {
  /** Numbers of segments; for sheets, days since 1970. */
  readonly first: number
  readonly last: number
  /** Unix milliseconds. */
  readonly since: number
  readonly until: number
  readonly layer: string
  readonly reason: string
}

/** What waits while the disk cannot be written: an hour of segments, a few kilobytes each. */
const most = { segments: 60, events: 1_000 }
const retryMs = 2_000

/** Extends the newest gap of the same layer and reason if it continues it, so that gaps stay few. */
export const saveGap = (database: LogDatabase, gap: GapRow): void => {
  const extended = database.run(
    `UPDATE gap SET last = ?, until = max(until, ?) WHERE rowid = (SELECT rowid FROM gap
      WHERE layer = ? AND reason = ? ORDER BY rowid DESC LIMIT 1) AND last >= ? - 1 AND last < ?`,
    gap.last,
    gap.until,
    gap.layer,
    gap.reason,
    gap.first,
    gap.last,
  )
  if (extended > 0) return
  database.run(
    'INSERT INTO gap VALUES (?, ?, ?, ?, ?, ?)',
    gap.first,
    gap.last,
    gap.since,
    gap.until,
    gap.layer,
    gap.reason,
  )
}

/** Writes to the database, and keeps what could not be written until it can. */
export class LogWriter {
  readonly #database: LogDatabase
  readonly #faults: (fault: HistoryFault) => void
  #series: LogSeries[] = []
  #events: LogEvent[] = []
  #segments: SegmentRow[] = []
  #runs: Run[] = []
  #gaps: GapRow[] = []
  #failedAt: number | undefined
  #lostEvents = 0
  #position: StreamPosition | undefined

  constructor(database: LogDatabase, faults: (fault: HistoryFault) => void) {
    this.#database = database
    this.#faults = faults
  }

  /** Segments that are not on disk yet. */
  get waiting(): readonly SegmentRow[] {
    return this.#segments
  }

  /** Series whose first segment is not on disk yet. */
  get newSeries(): readonly LogSeries[] {
    return this.#series
  }

  /** Events that were lost because the disk could not be written for too long. */
  get lostEvents(): number {
    return this.#lostEvents
  }

  addRun(run: Run): void {
    this.#runs.push(run)
  }

  addGap(gap: GapRow): void {
    this.#gaps.push(gap)
  }

  addSeries(series: LogSeries): void {
    this.#series.push(series)
  }

  addEvent(event: LogEvent): void {
    this.#events.push(event)
    if (this.#events.length <= most.events) return
    this.#events.shift()
    this.#lostEvents++
  }

  /** Saves how far the stream has been recorded, together with what is written next. */
  setPosition(position: StreamPosition | undefined): void {
    this.#position = position
  }

  addSegment(segment: SegmentRow): void {
    this.#segments.push(segment)
    if (this.#segments.length <= most.segments) return
    const lost = this.#segments.shift()
    if (lost !== undefined) this.#addLost(lost)
  }

  #addLost({ number, wall }: SegmentRow): void {
    const last = this.#gaps.at(-1)
    const gap = { last: number, until: wall + 60_000, layer: 'all', reason: 'write-failed' }
    if (last?.last === number - 1) this.#gaps.splice(-1, 1, { ...last, ...gap })
    else this.#gaps.push({ first: number, since: wall, ...gap })
  }

  /** Writes everything that waits. After a failure it tries again 2 s later at the earliest. */
  flush(mono: number): boolean {
    const isPending =
      this.#segments.length + this.#events.length + this.#runs.length + this.#gaps.length > 0 ||
      this.#position !== undefined
    if (!isPending) return true
    if (this.#failedAt !== undefined && mono < this.#failedAt + retryMs) return false
    try {
      this.#database.atomically(() => this.#write())
    } catch (error) {
      this.#failedAt = mono
      this.#faults({ kind: 'write-failed', error, waiting: this.#segments.length })
      return false
    }
    this.#series = []
    this.#runs = []
    this.#events = []
    this.#segments = []
    this.#gaps = []
    this.#position = undefined
    if (this.#failedAt !== undefined) this.#faults({ kind: 'write-recovered' })
    this.#failedAt = undefined
    return true
  }

  #write(): void {
    for (const { first, boot } of this.#runs)
      this.#database.run('INSERT OR REPLACE INTO run VALUES (?, ?)', first, boot)
    for (const { id, context, path, source, part, steps } of this.#series)
      this.#database.run(
        'INSERT INTO series VALUES (?, ?, ?, ?, ?, ?)',
        id,
        context,
        path,
        source,
        part,
        steps,
      )
    for (const { number, segment, wall, mono, kind, context, path, source, json } of this.#events)
      this.#database.run(
        'INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        number,
        segment,
        wall,
        mono,
        kind,
        context,
        path,
        source,
        json,
      )
    this.#writeSegments()
    for (const gap of this.#gaps) saveGap(this.#database, gap)
    if (this.#position === undefined) return
    const { epoch, sequence } = this.#position
    this.#database.run('INSERT OR REPLACE INTO position VALUES (1, ?, ?)', epoch, sequence)
  }

  #writeSegments(): void {
    for (const { number, boot, mono, wall, trust, own, others, minute } of this.#segments)
      this.#database.run(
        `INSERT INTO segment (number, boot, mono, wall, trust, minute, own, others)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        number,
        boot,
        mono,
        wall,
        trust,
        minute,
        own,
        others,
      )
  }
}
