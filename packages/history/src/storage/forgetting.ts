import { decodeSheet, encodeSheet, type Sheet } from '#codec/sheet-codec.ts'
import type { HistoryForgotten, HistoryRange, Slice } from '#interface.ts'
import type { LogDatabase, Row } from './log-database.ts'
import { dayMs, dayOf, minuteMs, type LogReader } from './log-reader.ts'
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

function* forgetSegments(reader: LogReader, range: HistoryRange): Generator<Slice, number[]> {
  const slices = new Slices(reader.clock)
  const numbers: number[] = []
  for (const { number, time } of reader.segments(range, 'minute'))
    if (time + minuteMs > range.from && time <= range.to) numbers.push(number)
  for (const number of numbers) {
    reader.database.run('DELETE FROM segment WHERE number = ?', number)
    if (slices.isOver()) yield undefined
  }
  return numbers
}

function* forgetEvents(reader: LogReader, range: HistoryRange): Generator<Slice, number> {
  const slices = new Slices(reader.clock)
  const numbers = [...reader.log.timeline.events(range.from, range.to)].map(({ row }) =>
    Number(row['number']),
  )
  for (const number of numbers) {
    reader.database.run('DELETE FROM event WHERE number = ?', number)
    if (slices.isOver()) yield undefined
  }
  return numbers.length
}

/** Deletes a time range, in whole minutes, and overwrites it on disk. */
export function* forgetRange(reader: LogReader, asked: HistoryRange): Generator<Slice, HistoryForgotten> {
  const { database, log } = reader
  log.cut()
  const range = {
    from: Math.floor(asked.from / minuteMs) * minuteMs,
    to: (Math.floor(asked.to / minuteMs) + 1) * minuteMs - 1,
  }
  // Recorded first: if the program ends now, the shore still learns of it, and asking again removes the rest.
  log.noteForgotten(range)
  database.setErasing(true)
  try {
    const numbers = yield* forgetSegments(reader, range)
    const sheets = yield* forgetSheets(reader, range)
    const events = yield* forgetEvents(reader, range)
    saveGap(database, {
      first: numbers[0] ?? 0,
      last: numbers.at(-1) ?? 0,
      since: range.from,
      until: range.to + 1,
      layer: 'all',
      reason: 'forgotten',
    })
    return { from: isoOf(range.from), to: isoOf(range.to), segments: numbers.length, sheets, events }
  } finally {
    database.setErasing(false)
    database.checkpoint()
  }
}
