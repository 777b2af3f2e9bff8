import type { MinuteRow } from '#codec/minute-codec.ts'
import { encodeSheet, type Sheet } from '#codec/sheet-codec.ts'
import type { LogSeries, Slice } from '#interface.ts'
import { angleOf, directionOf, turn, vectorOf, wrapAngle } from '#quantities/means.ts'
import { kindOf } from '#quantities/quantities.ts'
import type { Row } from './log-database.ts'
import { dayMs, dayOf, minuteMs, rowsOfSheet, type LogReader } from './log-reader.ts'
import type { SegmentLog } from './segment-log.ts'
import { Slices } from './slices.ts'

/** Rows in memory at once: 20 MB. A day of a boat without others has 40,000. */
const mostRows = 250_000
/** How long the minutes of an unconfirmed time wait for the true one. */
const longestWaitMs = dayMs
const segmentsAtOnce = 1_500

/** A closed day, or part of it, as a range of segments. */
interface ClosedDay {
  readonly day: number
  readonly first: number
  readonly last: number
  readonly isUncertain: boolean
}

interface NumberedMinute {
  readonly segment: number
  readonly minute: number
  readonly row: MinuteRow
}

/** The day of a segment if it is over and its time will not change any more. */
const finalDayOf = (reader: LogReader<SegmentLog>, row: Row): number | undefined => {
  const { log, clock } = reader
  // Late samples of the day before may still arrive in the first minutes.
  const today = dayOf(log.now - 2 * minuteMs)
  const [segment = 0, mono = 0, wall = 0] = ['number', 'mono', 'wall'].map((name) => Number(row[name]))
  const day = dayOf(log.timeline.timeOf({ segment, mono, wall }))
  if (log.timeline.isTrusted(segment)) return day < today ? day : undefined
  // The true time of an earlier start can no longer become known.
  const isFinal = Number(row['boot']) < log.boot || clock.mono() - mono >= longestWaitMs
  // A day far in the future comes from a wrong clock.
  return isFinal && (day < today || day > today + 1) ? day : undefined
}

/** The oldest segments whose minutes are not in sheets yet, as far as they are of one day that is over. */
const closedDay = (reader: LogReader<SegmentLog>): ClosedDay | undefined => {
  const folded = reader.database.number('SELECT folded FROM log')
  let closed: ClosedDay | undefined
  for (const row of reader.database.all(
    `SELECT number, boot, mono, wall FROM segment WHERE number > ? ORDER BY number LIMIT ${segmentsAtOnce}`,
    folded,
  )) {
    const day = finalDayOf(reader, row)
    if (day === undefined || (closed !== undefined && closed.day !== day)) break
    const number = Number(row['number'])
    const isUncertain = (closed?.isUncertain ?? false) || !reader.log.timeline.isTrusted(number)
    closed = { day, first: closed?.first ?? number, last: number, isUncertain }
  }
  return closed
}

/** Divides the series of a day so that the rows of each part fit into memory. */
function* partsOf(reader: LogReader<SegmentLog>, day: ClosedDay): Generator<Slice, Set<number>[]> {
  const counts = new Map<number, number>()
  for (const step of minutesIn(reader, day)) {
    if (step === undefined) yield undefined
    else for (const { row } of step) counts.set(row.id, (counts.get(row.id) ?? 0) + 1)
  }
  const parts: Set<number>[] = []
  let rows = mostRows
  for (const [id, count] of counts) {
    if (rows + count > mostRows) {
      parts.push(new Set())
      rows = 0
    }
    parts.at(-1)?.add(id)
    rows += count
  }
  return parts
}

function* minutesIn(
  reader: LogReader<SegmentLog>,
  { first, last }: ClosedDay,
  wanted?: ReadonlySet<number>,
): Generator<readonly NumberedMinute[] | Slice> {
  const slices = new Slices(reader.clock)
  for (let next = first; next <= last;) {
    const rows = reader.database.all(
      'SELECT number, mono, wall, minute FROM segment WHERE number BETWEEN ? AND ? ORDER BY number LIMIT 100',
      next,
      last,
    )
    if (rows.length === 0) return
    for (const row of rows) {
      const segment = Number(row['number'])
      const place = { segment, mono: Number(row['mono']), wall: Number(row['wall']) }
      const minute = Math.floor((reader.log.timeline.timeOf(place) % dayMs) / minuteMs)
      yield reader.minutesOf(row, wanted).map((found) => ({ segment, minute, row: found }))
      if (slices.isOver()) yield undefined
      next = segment + 1
    }
  }
}

/** Two rows of the same minute as one. */
const combine = (one: MinuteRow, other: MinuteRow, series: LogSeries): MinuteRow => {
  const n = one.n + other.n
  const unit = one.isFloat ? 1 : series.steps
  const isAngle = kindOf(series.path, series.part) === 'angle'
  const away = (from: number, to: number): number =>
    isAngle ? turn(from / unit, to / unit, 2 * Math.PI) * unit : to - from
  const weighted = isAngle
    ? meanOfAngles(one, other, unit) * unit
    : (one.mean * one.n + other.mean * other.n) / n
  const mean = one.isFloat ? weighted : Math.round(weighted)
  const whole = (value: number): number => Math.max(0, one.isFloat ? value : Math.round(value))
  const [a, b] = [away(mean, one.mean), away(mean, other.mean)]
  return {
    id: one.id,
    n,
    mean,
    isFloat: one.isFloat,
    up: whole(Math.max(a + one.up, b + other.up)),
    down: whole(Math.max(one.down - a, other.down - b)),
  }
}

const meanOfAngles = (one: MinuteRow, other: MinuteRow, unit: number): number => {
  const [a, b] = [vectorOf('angle', one.mean / unit), vectorOf('angle', other.mean / unit)]
  const sum = directionOf([a[0] * one.n + b[0] * other.n, a[1] * one.n + b[1] * other.n, 0], one.n + other.n)
  return wrapAngle(sum === undefined ? one.mean / unit : angleOf(sum), one.mean < 0 || other.mean < 0)
}

/** Numbers instead of steps: a series that was too large for steps in some of its minutes. */
const asFloat = (row: MinuteRow, steps: number): MinuteRow =>
  row.isFloat
    ? row
    : { ...row, mean: row.mean / steps, up: row.up / steps, down: row.down / steps, isFloat: true }

const sheetOf = (
  series: LogSeries,
  rows: readonly { readonly minute: number; readonly row: MinuteRow }[],
  head: Pick<Sheet, 'lastSegment' | 'isUncertain'>,
): Sheet => {
  const isFloat = rows.some(({ row }) => row.isFloat)
  const byMinute = new Map<number, MinuteRow>()
  for (const { minute, row } of rows) {
    const next = isFloat ? asFloat(row, series.steps) : row
    const known = byMinute.get(minute)
    byMinute.set(minute, known === undefined ? next : combine(known, next, series))
  }
  const sorted = [...byMinute].toSorted(([one], [other]) => one - other)
  return {
    ...head,
    isFloat,
    minute: sorted.map(([minute]) => minute),
    n: sorted.map(([, { n }]) => n),
    mean: sorted.map(([, { mean }]) => mean),
    up: sorted.map(([, { up }]) => up),
    down: sorted.map(([, { down }]) => down),
  }
}

/** The new sheet of a series; undefined when the present one already has these segments. */
const mergedSheet = (
  reader: LogReader<SegmentLog>,
  { day, last, isUncertain }: ClosedDay,
  found: readonly NumberedMinute[],
): Uint8Array | undefined => {
  const id = found[0]?.row.id ?? 0
  const series = reader.seriesById(id)
  const present = reader.sheet(day, id)
  if (series === undefined || (present !== undefined && present.lastSegment >= last)) return undefined
  const before = rowsOfSheet(present, day, id).map(({ time, row }) => ({
    minute: Math.floor((time % dayMs) / minuteMs),
    row,
  }))
  const added = found.filter(({ segment }) => segment > (present?.lastSegment ?? 0))
  return encodeSheet(
    sheetOf(series, [...before, ...added], {
      lastSegment: last,
      isUncertain: isUncertain || (present?.isUncertain ?? false),
    }),
  )
}

/** Writes the sheets of days that are over: one per series and day. Each step works for one slice. */
export function* foldDays(reader: LogReader<SegmentLog>): Generator<Slice> {
  for (;;) {
    const closed = closedDay(reader)
    if (closed === undefined) return
    for (const part of yield* partsOf(reader, closed)) yield* foldPart(reader, closed, part)
    reader.database.run('UPDATE log SET folded = ?', closed.last)
    yield undefined
  }
}

function* foldPart(
  reader: LogReader<SegmentLog>,
  day: ClosedDay,
  part: ReadonlySet<number>,
): Generator<Slice> {
  const bySeries = new Map<number, NumberedMinute[]>([...part].map((id) => [id, []]))
  for (const step of minutesIn(reader, day, part)) {
    if (step === undefined) yield undefined
    else for (const found of step) bySeries.get(found.row.id)?.push(found)
  }
  const slices = new Slices(reader.clock)
  let sheets: { readonly id: number; readonly blob: Uint8Array }[] = []
  const write = (): void => {
    reader.database.atomically(() => {
      for (const { id, blob } of sheets)
        reader.database.run('INSERT OR REPLACE INTO sheet VALUES (?, ?, ?)', day.day, id, blob)
    })
    sheets = []
  }
  for (const [id, found] of bySeries) {
    const blob = mergedSheet(reader, day, found)
    if (blob !== undefined) sheets.push({ id, blob })
    if (!slices.isOver()) continue
    write()
    yield undefined
  }
  write()
}
