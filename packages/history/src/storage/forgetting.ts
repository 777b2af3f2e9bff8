import { MarineDataError } from '@marinedata/model'
import { decodeSheet, encodeSheet, type Sheet } from '#codec/sheet-codec.ts'
import type { HistoryForgotten, HistoryRange, Slice } from '#interface.ts'
import type { LogDatabase, Row } from './log-database.ts'
import { dayMs, dayOf, minuteMs, type LogReader, type TimedSegment } from './log-reader.ts'
import type { SegmentLog } from './segment-log.ts'
import { saveGap } from './log-writer.ts'
import { Slices } from './slices.ts'

const isoOf = (time: number): string => new Date(time).toISOString()

/** The sheet without the minutes of a range. */
const withoutRange = (sheet: Sheet, day: number, { from, to }: HistoryRange): Sheet => {
  const stays = sheet.minute.map((minute) => {
    const time = day * dayMs + minute * minuteMs
    return time < from || time > to
  })
  const kept = (column: readonly number[]): number[] => column.filter((_, index) => stays[index] === true)
  return {
    ...sheet,
    minute: kept(sheet.minute),
    n: kept(sheet.n),
    mean: kept(sheet.mean),
    up: kept(sheet.up),
    down: kept(sheet.down),
  }
}

/** Removes the minutes of a range from a sheet. One that cannot be read may hold them: it is deleted. */
const forgetSheet = (database: LogDatabase, row: Row, range: HistoryRange): void => {
  const [day = 0, series = 0] = ['day', 'series'].map((name) => Number(row[name]))
  const decoded = row['blob'] instanceof Uint8Array ? decodeSheet(row['blob']) : undefined
  const rest = decoded?.ok === true ? withoutRange(decoded.value, day, range) : undefined
  if (rest === undefined || rest.minute.length === 0)
    database.run('DELETE FROM sheet WHERE day = ? AND series = ?', day, series)
  else database.run('UPDATE sheet SET blob = ? WHERE day = ? AND series = ?', encodeSheet(rest), day, series)
}

function* forgetSheets({ database, clock }: LogReader, range: HistoryRange): Generator<Slice, number> {
  const slices = new Slices(clock)
  let count = 0
  const [first, last] = [dayOf(range.from), dayOf(range.to)]
  const days = database.all('SELECT DISTINCT day FROM sheet WHERE day BETWEEN ? AND ?', first, last)
  for (const day of days.map((row) => Number(row['day'])))
    for (const row of database.all('SELECT day, series, blob FROM sheet WHERE day = ?', day)) {
      forgetSheet(database, row, range)
      count++
      if (slices.isOver()) yield undefined
    }
  return count
}

/** Rows that are deleted in one transaction: each transaction waits for the disk. */
const rowsAtOnce = 100

function* deleteRows(
  { database, clock }: LogReader,
  table: 'segment' | 'event',
  numbers: readonly number[],
): Generator<Slice> {
  const slices = new Slices(clock)
  for (let first = 0; first < numbers.length; first += rowsAtOnce) {
    database.atomically(() => {
      for (const number of numbers.slice(first, first + rowsAtOnce))
        database.run(`DELETE FROM ${table} WHERE number = ?`, number)
    })
    if (slices.isOver()) yield undefined
  }
}

const wholeMinutes = ({ from, to }: HistoryRange): HistoryRange => ({
  from: Math.floor(from / minuteMs) * minuteMs,
  to: (Math.floor(to / minuteMs) + 1) * minuteMs - 1,
})

const hasSampleIn = (
  reader: LogReader<SegmentLog>,
  { time, row }: TimedSegment,
  { from, to }: HistoryRange,
): boolean =>
  (['own', 'others'] as const).some((layer) => {
    const segment = reader.open(row, layer)
    return segment?.entries.some((entry) => {
      const samples = segment.samples(entry)
      return samples.ok && samples.value.times.some((offset) => time + offset >= from && time + offset <= to)
    })
  })

/** The range with the minutes next to it that hold samples of it: those that arrived late, or before the clock was right. */
const widened = (reader: LogReader<SegmentLog>, range: HistoryRange): HistoryRange => {
  let { from, to } = range
  for (const edge of [range.from, range.to])
    for (const segment of reader.segments({ from: edge, to: edge }, 'own, others'))
      if (hasSampleIn(reader, segment, range)) {
        const minute = wholeMinutes({ from: segment.time, to: segment.time })
        ;[from, to] = [Math.min(from, minute.from), Math.max(to, minute.to)]
      }
  return { from, to }
}

const segmentsIn = (reader: LogReader<SegmentLog>, range: HistoryRange): number[] =>
  [...reader.segments(range, 'number')]
    .filter(({ time }) => time + minuteMs > range.from && time <= range.to)
    .map(({ number }) => number)

const eventsIn = ({ log }: LogReader, range: HistoryRange): number[] =>
  [...log.timeline.events(range.from, range.to)].map(({ row }) => Number(row['number']))

/**
 * Deletes a time range, in whole minutes, and overwrites it on disk.
 * @throws MarineDataError `storage-full` when the disk cannot be written: what waits in memory would be written later
 */
export function* forgetRange(
  reader: LogReader<SegmentLog>,
  asked: HistoryRange,
): Generator<Slice, HistoryForgotten> {
  const { database, log } = reader
  log.cut()
  if (!log.retry())
    throw new MarineDataError('storage-full', 'The disk cannot be written, so nothing was deleted')
  const range = widened(reader, wholeMinutes(asked))
  const segments = segmentsIn(reader, range)
  // Recorded first: if the program ends now, the shore still learns of it, and asking again removes the rest.
  log.noteForgotten(range)
  saveGap(database, {
    first: segments[0] ?? 0,
    last: segments.at(-1) ?? 0,
    since: range.from,
    until: range.to + 1,
    layer: 'all',
    reason: 'forgotten',
  })
  using _erasing = database.erase()
  const events = eventsIn(reader, range)
  yield* deleteRows(reader, 'segment', segments)
  const sheets = yield* forgetSheets(reader, range)
  yield* deleteRows(reader, 'event', events)
  return {
    from: isoOf(range.from),
    to: isoOf(range.to),
    segments: segments.length,
    sheets,
    events: events.length,
  }
}
