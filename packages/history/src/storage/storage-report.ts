import type { HistoryStorage } from '#interface.ts'
import type { LogDatabase } from './log-database.ts'
import { dayMs } from './log-reader.ts'
import type { SegmentLog } from './segment-log.ts'

/** Rows that are measured: all of a large log would take seconds. */
const samples = 100

interface TableSizes {
  readonly full: number
  readonly minute: number
}

/** Bytes of the segments, from rows that are spread over all of them. */
const segmentBytes = (database: LogDatabase, first: number, last: number): TableSizes => {
  const count =
    database.number('SELECT count(*) FROM (SELECT 1 FROM segment LIMIT 1)') === 0 ? 0 : last - first + 1
  let [full, minute, read] = [0, 0, 0]
  for (let index = 0; index < Math.min(samples, count); index++) {
    const row = database.get(
      `SELECT coalesce(length(own), 0) + coalesce(length(others), 0) AS full, coalesce(length(minute), 0) AS minute
        FROM segment WHERE number >= ? ORDER BY number LIMIT 1`,
      first + Math.floor((index * count) / Math.min(samples, count)),
    )
    full += Number(row?.['full'] ?? 0)
    minute += Number(row?.['minute'] ?? 0)
    read++
  }
  const share = read === 0 ? 0 : count / read
  return { full: Math.round(full * share), minute: Math.round(minute * share) }
}

/** Average bytes of a table's newest rows, times their number. */
const rowBytes = (database: LogDatabase, table: 'sheet' | 'event'): number => {
  const column = table === 'sheet' ? 'blob' : 'json'
  const average = database.number(
    `SELECT avg(length(${column})) FROM (SELECT ${column} FROM ${table} ORDER BY rowid DESC LIMIT ${samples})`,
  )
  return Math.round(average * database.number(`SELECT count(*) FROM ${table}`))
}

/** What the log occupies. Sizes of tiers are estimated from a part of the rows. */
export const storageOf = (
  database: LogDatabase,
  log: SegmentLog,
  counts: Pick<HistoryStorage, 'budgetBytes' | 'rejected' | 'dropped' | 'droppedBytes' | 'series'>,
): HistoryStorage => {
  const ends = ['ASC', 'DESC'].map((order) =>
    database.get(`SELECT number, mono, wall FROM segment ORDER BY number ${order} LIMIT 1`),
  )
  const [first, last] = ends.map((row) => Number(row?.['number'] ?? 0))
  const [begin = 0] = ends.map((row) =>
    log.timeline.timeOf({
      segment: Number(row?.['number'] ?? 0),
      mono: Number(row?.['mono'] ?? 0),
      wall: Number(row?.['wall'] ?? log.now),
    }),
  )
  const { full, minute } = segmentBytes(database, first ?? 0, last ?? 0)
  const sheetDay = database.get('SELECT min(day) AS day FROM sheet')?.['day']
  const sheetBegin = typeof sheetDay === 'number' ? sheetDay * dayMs : undefined
  const tier = (bytes: number, since: number | undefined): HistoryStorage['tiers']['full'] => {
    const days = since === undefined ? 0 : Math.max(0, (log.now - since) / dayMs)
    const oldest = since === undefined ? {} : { oldest: new Date(since).toISOString() }
    return { bytes, days, writtenPerDay: Math.round(bytes / Math.max(days, 1)), ...oldest }
  }
  const segmentBegin = ends[0] === undefined ? undefined : begin
  return {
    log: log.logId,
    usedBytes: database.usedBytes,
    oldestNumber: first ?? 0,
    newestNumber: last ?? 0,
    ...counts,
    tiers: {
      full: tier(full, segmentBegin),
      minute: tier(minute, segmentBegin),
      sheet: tier(rowBytes(database, 'sheet'), sheetBegin),
      event: tier(rowBytes(database, 'event'), segmentBegin),
    },
  }
}
