import { decodeMinute, type MinuteRow } from '#codec/minute-codec.ts'
import { SegmentReader } from '#codec/segment-codec.ts'
import { decodeSheet, type Sheet } from '#codec/sheet-codec.ts'
import type { HistoryClock, LogSeries, Slice } from '#interface.ts'
import type { LogDatabase, Row } from './log-database.ts'
import { seriesOf } from './log-rows.ts'
import type { SegmentLog } from './segment-log.ts'
import { Slices } from './slices.ts'
import { largestLag } from './timeline.ts'

export const minuteMs = 60_000
export const dayMs = 86_400_000
export const dayOf = (time: number): number => Math.floor(time / dayMs)

interface TimeRange {
  readonly from: number
  readonly to: number
}

/** A segment with its corrected time. */
export interface TimedSegment {
  readonly number: number
  readonly time: number
  readonly row: Row
}

/** The minute rows of some series, at the start of their minute. */
export interface TimedMinute {
  readonly time: number
  readonly row: MinuteRow
}

type Columns = 'number' | 'own' | 'others' | 'minute' | 'own, others'
const rowsAtOnce = 100

/** What a reader needs of the log: times, and what is not on disk yet. */
export type ReadableLog = Pick<SegmentLog, 'timeline' | 'newSeries' | 'inMemory'>

/**
 * What a question takes from sheets. The recorder writes the sheets of a day one after the other, between the
 * slices of a question: the question must count every minute once, also when only some of the sheets are written.
 */
export class SheetCoverage {
  /** The last segment whose day had all its sheets when the question began. */
  readonly folded: number
  readonly #lastByDayAndSeries = new Map<string, number>()

  constructor(folded: number) {
    this.folded = folded
  }

  /** The sheet of a series was read. */
  note(day: number, series: number, { lastSegment }: Pick<Sheet, 'lastSegment'>): void {
    if (lastSegment > this.folded) this.#lastByDayAndSeries.set(`${day} ${series}`, lastSegment)
  }

  /** Whether the minutes of a series in a segment were read from a sheet. */
  has(segment: number, day: number, series: number): boolean {
    return segment <= (this.#lastByDayAndSeries.get(`${day} ${series}`) ?? 0)
  }
}

/** Reads segments, minutes and sheets of a time range, in slices. A blob that is damaged is skipped and counted. */
export class LogReader<Log extends ReadableLog = ReadableLog> {
  readonly database: LogDatabase
  readonly log: Log
  readonly clock: HistoryClock
  #damagedBlobs = 0

  constructor(database: LogDatabase, log: Log, clock: HistoryClock) {
    this.database = database
    this.log = log
    this.clock = clock
  }

  get damagedBlobs(): number {
    return this.#damagedBlobs
  }

  /** The series of a context, of a path if one is given. Also those that are not on disk yet. */
  series(context: string, path?: string): LogSeries[] {
    const rows =
      path === undefined
        ? this.database.all('SELECT * FROM series WHERE context = ? ORDER BY id', context)
        : this.database.all('SELECT * FROM series WHERE context = ? AND path = ? ORDER BY id', context, path)
    const added = this.log.newSeries.filter(
      (series) => series.context === context && (path === undefined || series.path === path),
    )
    return [...rows.map((row) => seriesOf(row)), ...added]
  }

  seriesById(id: number): LogSeries | undefined {
    const row = this.database.get('SELECT * FROM series WHERE id = ?', id)
    return row === undefined ? this.log.newSeries.find((series) => series.id === id) : seriesOf(row)
  }

  /** Segments that may hold samples of a range, in the order of the log, those in memory last. */
  *segments(range: TimeRange, columns: Columns, after = 0): Generator<TimedSegment> {
    const { timeline } = this.log
    const inMemory = this.log.inMemory()
    for (const { first, last } of timeline.numbersIn(range.from, range.to))
      if (last > after) yield* this.#onDisk(Math.max(first, after + 1), last, columns)
    for (const row of inMemory) {
      const time = timeline.timeOf({ segment: row.number, mono: row.mono, wall: row.wall })
      const isInside = time <= range.to + largestLag && time + minuteMs + largestLag >= range.from
      if (isInside) yield { number: row.number, time, row: { ...row } }
    }
  }

  *#onDisk(first: number, last: number, columns: Columns): Generator<TimedSegment> {
    let next = first
    for (;;) {
      const rows = this.database.all(
        `SELECT number, mono, wall, ${columns} FROM segment WHERE number BETWEEN ? AND ? ORDER BY number LIMIT ${rowsAtOnce}`,
        next,
        Math.min(last, Number.MAX_SAFE_INTEGER),
      )
      for (const row of rows) {
        const number = Number(row['number'])
        const place = { segment: number, mono: Number(row['mono']), wall: Number(row['wall']) }
        yield { number, time: this.log.timeline.timeOf(place), row }
        next = number + 1
      }
      if (rows.length < rowsAtOnce) return
    }
  }

  open(row: Row, layer: 'own' | 'others'): SegmentReader | undefined {
    const blob = row[layer]
    if (!(blob instanceof Uint8Array)) return undefined
    const opened = SegmentReader.open(blob)
    if (opened.ok) return opened.value
    this.#damagedBlobs++
    return undefined
  }

  minutesOf(row: Row, wanted?: ReadonlySet<number>): MinuteRow[] {
    const blob = row['minute']
    if (!(blob instanceof Uint8Array)) return []
    const decoded = decodeMinute(blob, wanted)
    if (decoded.ok) return decoded.value
    this.#damagedBlobs++
    return []
  }

  sheet(day: number, series: number): Sheet | undefined {
    const row = this.database.get('SELECT blob FROM sheet WHERE day = ? AND series = ?', day, series)
    if (!(row?.['blob'] instanceof Uint8Array)) return undefined
    const decoded = decodeSheet(row['blob'])
    if (decoded.ok) return decoded.value
    this.#damagedBlobs++
    return undefined
  }

  /** To be called before the sheets are read. */
  coverage(): SheetCoverage {
    return new SheetCoverage(this.database.number('SELECT folded FROM log'))
  }

  /**
   * The minutes of series in a range: from sheets for days that are closed, from segments for the rest. Yields the rows
   * of one day or one segment together, in the order of the log.
   */
  *minutes(range: TimeRange, wanted: ReadonlySet<number>): Generator<readonly TimedMinute[] | Slice> {
    const slices = new Slices(this.clock)
    const from = Math.floor(range.from / minuteMs) * minuteMs
    const coverage = this.coverage()
    for (const day of this.sheetDays(from, range.to)) {
      const rows = [...wanted].flatMap((id) => {
        const sheet = this.sheet(day, id)
        if (sheet !== undefined) coverage.note(day, id, sheet)
        return rowsOfSheet(sheet, day, id)
      })
      if (rows.length > 0) yield rows.filter(({ time }) => time >= from && time <= range.to)
      if (slices.isOver()) yield undefined
    }
    yield* this.openMinutes(range, wanted, coverage)
  }

  /** The minutes that were not read from sheets, by segment. */
  *openMinutes(
    range: TimeRange,
    wanted: ReadonlySet<number>,
    coverage: SheetCoverage,
  ): Generator<readonly TimedMinute[] | Slice> {
    const slices = new Slices(this.clock)
    const from = Math.floor(range.from / minuteMs) * minuteMs
    for (const { time: begin, row, number } of this.segments(range, 'minute', coverage.folded)) {
      const time = Math.floor(begin / minuteMs) * minuteMs
      if (time >= from && time <= range.to)
        yield this.minutesOf(row, wanted)
          .filter(({ id }) => !coverage.has(number, dayOf(time), id))
          .map((minute) => ({ time, row: minute }))
      if (slices.isOver()) yield undefined
    }
  }

  /** Days of a range that may have sheets. */
  *sheetDays(from: number, to: number): Generator<number> {
    const row = this.database.get('SELECT min(day) AS first, max(day) AS last FROM sheet')
    if (row?.['first'] === null || row === undefined) return
    const last = Math.min(dayOf(to), Number(row['last']))
    for (let day = Math.max(dayOf(from), Number(row['first'])); day <= last; day++) yield day
  }

  /** Series with minutes in a range. */
  *presentSeries(range: TimeRange): Generator<Slice, Set<number>> {
    const present = new Set<number>()
    const from = Math.floor(range.from / minuteMs) * minuteMs
    const { folded } = this.coverage()
    yield* this.#presentInSheets({ from, to: range.to }, present)
    const slices = new Slices(this.clock)
    for (const { time, row } of this.segments(range, 'minute', folded)) {
      const minute = Math.floor(time / minuteMs) * minuteMs
      if (minute >= from && minute <= range.to) for (const { id } of this.minutesOf(row)) present.add(id)
      if (slices.isOver()) yield undefined
    }
    return present
  }

  *#presentInSheets({ from, to }: TimeRange, present: Set<number>): Generator<Slice> {
    const slices = new Slices(this.clock)
    const isInside = (time: number): boolean => time >= from && time <= to
    for (const day of this.sheetDays(from, to)) {
      const isWhole = isInside(day * dayMs) && isInside((day + 1) * dayMs - 1)
      for (const id of this.#seriesOfDay(day)) {
        if (!present.has(id) && (isWhole || this.#hasMinute(day, id, isInside))) present.add(id)
        if (slices.isOver()) yield undefined
      }
    }
  }

  #seriesOfDay(day: number): number[] {
    return this.database
      .all('SELECT series FROM sheet WHERE day = ?', day)
      .map((row) => Number(row['series']))
  }

  #hasMinute(day: number, id: number, isInside: (time: number) => boolean): boolean {
    return rowsOfSheet(this.sheet(day, id), day, id).some(({ time }) => isInside(time))
  }
}

/** The rows of a sheet as the minute rows of segments. */
export const rowsOfSheet = (sheet: Sheet | undefined, day: number, id: number): TimedMinute[] => {
  if (sheet === undefined) return []
  const { isFloat, n, mean, up, down } = sheet
  return sheet.minute.map((minute, index) => ({
    time: day * dayMs + minute * minuteMs,
    row: {
      id,
      n: n[index] ?? 0,
      mean: mean[index] ?? 0,
      up: up[index] ?? 0,
      down: down[index] ?? 0,
      isFloat,
    },
  }))
}
