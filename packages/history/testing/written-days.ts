import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { encodeSheet } from '#codec/sheet-codec.ts'
import { openLog, TrialClock } from './trial-log.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const minutesPerDay = 1_440

/** Values of the own vessel by path: a number, or an object of numbers. */
export type ValuesAt = (at: number) => Readonly<Record<string, number | Readonly<Record<string, number>>>>

export interface DaysToWrite {
  /** The first day and the day after the last one, in days since 1970. */
  readonly first: number
  readonly end: number
  readonly valuesAt: ValuesAt
  /** Whether the samples of each minute are written too: copies of those of the first minute. */
  readonly hasSamples?: boolean
}

interface SeriesRow {
  readonly id: number
  readonly path: string
  readonly part: string
  readonly steps: number
}

const valueOf = (values: ReturnType<ValuesAt>, { path, part }: SeriesRow): number => {
  const value = values[path] ?? 0
  return typeof value === 'number' ? value : (value[part] ?? 0)
}

const writeSheets = (database: DatabaseSync, { first, end, valuesAt }: DaysToWrite): void => {
  // The table has these columns.
  const series = database.prepare('SELECT id, path, part, steps FROM series').all() as unknown as SeriesRow[]
  const minute = Array.from({ length: minutesPerDay }, (_, at) => at)
  const column = (spread: number): number[] => minute.map((at) => (at * 7) % spread)
  const [n, up, down] = [column(60), column(3_000), column(3_000)]
  const insert = database.prepare('INSERT OR REPLACE INTO sheet VALUES (?, ?, ?)')
  for (let day = first; day < end; day++) {
    const values = minute.map((at) => valuesAt(day * dayMs + at * minuteMs))
    for (const one of series) {
      const mean = values.map((found) => Math.round(valueOf(found, one) * one.steps))
      const head = { lastSegment: 1, isUncertain: false, isFloat: false }
      insert.run(day, one.id, encodeSheet({ ...head, minute, n, mean, up, down }))
    }
  }
}

const copySegments = (database: DatabaseSync, count: number): void => {
  const copy = database.prepare(
    `INSERT INTO segment (number, boot, mono, wall, trust, minute, own, others)
      SELECT number + ?, boot, mono + ?, wall + ?, trust, minute, own, others FROM segment WHERE number = 1`,
  )
  for (let at = 1; at <= count; at++) copy.run(at, at * minuteMs, at * minuteMs)
  database.prepare('UPDATE log SET folded = ?').run(count + 1)
}

/** Writes a log of whole days to disk. The rows are written directly: recording a year would take hours. */
export const writeDays = (folder: string, days: DaysToWrite): void => {
  const begin = days.first * dayMs
  const clock = new TrialClock(begin)
  const log = openLog(folder, clock)
  log.trustTime('gnss', begin)
  const change = { context: 'vessels.self', source: 'test.0', at: begin, isPreferred: true }
  for (const [path, value] of Object.entries(days.valuesAt(begin))) log.record({ ...change, path, value })
  clock.advance(minuteMs)
  log.tick()
  log.close()
  using database = new DatabaseSync(join(folder, 'history.db'))
  database.exec('BEGIN')
  writeSheets(database, days)
  if (days.hasSamples === true) copySegments(database, (days.end - days.first) * minutesPerDay - 1)
  database.exec('COMMIT')
}
