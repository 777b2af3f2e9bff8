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

/** Rows of one transaction. */
const mostAtOnce = 10_000

/**
 * Works on rows in transactions of one slice each: every transaction waits for the disk, so that one for each row would
 * take minutes for a year.
 */
function* inTransactions<Item>(
  { database, clock }: LogReader,
  items: readonly Item[],
  work: (item: Item) => void,
): Generator<Slice> {
  const slices = new Slices(clock)
  for (let done = 0; done < items.length;) {
    slices.restart()
    database.atomically(() => {
      for (const item of items.slice(done, done + mostAtOnce)) {
        work(item)
        done++
        if (slices.isOver()) return
      }
    })
    if (done < items.length) yield undefined
  }
}

function* forgetSheets(reader: LogReader, range: HistoryRange): Generator<Slice, number> {
  const { database } = reader
  const [first, last] = [dayOf(range.from), dayOf(range.to)]
  const days = database.all('SELECT DISTINCT day FROM sheet WHERE day BETWEEN ? AND ?', first, last)
  let count = 0
  yield* inTransactions(
    reader,
    days.map((row) => Number(row['day'])),
    (day) => {
      for (const row of database.all('SELECT day, series, blob FROM sheet WHERE day = ?', day)) {
        forgetSheet(database, row, range)
        count++
      }
    },
  )
  return count
}

const deleteRows = (
  reader: LogReader,
  table: 'segment' | 'event',
  numbers: readonly number[],
): Generator<Slice> =>
  inTransactions(reader, numbers, (number) => {
    reader.database.run(`DELETE FROM ${table} WHERE number = ?`, number)
  })

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

/** The numbers of all rows, in slices. */
function* numbersOf<Found>(
  { clock }: LogReader,
  found: Iterable<Found>,
  numberOf: (one: Found) => number | undefined,
): Generator<Slice, number[]> {
  const slices = new Slices(clock)
  const numbers: number[] = []
  for (const one of found) {
    const number = numberOf(one)
    if (number !== undefined) numbers.push(number)
    if (slices.isOver()) yield undefined
  }
  return numbers
}

const segmentsIn = (reader: LogReader, range: HistoryRange): Generator<Slice, number[]> =>
  numbersOf(reader, reader.segments(range, 'number'), ({ time, number }) =>
    time + minuteMs > range.from && time <= range.to ? number : undefined,
  )

const eventsIn = (reader: LogReader, range: HistoryRange): Generator<Slice, number[]> =>
  numbersOf(reader, reader.log.timeline.events(range.from, range.to), ({ row }) => Number(row['number']))

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
  // Recorded first: if the program ends now, the shore still learns of it, and asking again removes the rest.
  log.noteForgotten(range)
  const segments = yield* segmentsIn(reader, range)
  saveGap(database, {
    first: segments[0] ?? 0,
    last: segments.at(-1) ?? 0,
    since: range.from,
    until: range.to + 1,
    layer: 'all',
    reason: 'forgotten',
  })
  using _erasing = database.erase()
  const events = yield* eventsIn(reader, range)
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
