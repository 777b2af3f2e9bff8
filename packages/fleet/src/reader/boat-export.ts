import { LogCopy } from '@marinedata/history'
import { historyLimits, selfContext, type HistoryValuesHead } from '@marinedata/model'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VesselToken } from '#subjects.ts'
import { recordsFrom, type Ownership, type PastOwnership } from '#store/ownership.ts'
import type { ShardReader, VesselLog } from './shard-reader.ts'

/** A line of an export: the values of one source in a minute, or an event. */
export interface ExportedLine {
  readonly time: string
  readonly source: string
  /** Means of the minute, by path. A position is its first one. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Context of an event. */
  readonly context?: string
  readonly path?: string
  readonly value?: unknown
}

interface Range {
  readonly from: number
  readonly to: number
}

const [minuteMs, dayMs] = [60_000, 86_400_000]
const clock = { wall: () => Date.now(), mono: () => performance.now() }
const nothing = { events: 0, minutes: 0, full: 0 }

/** Exports the records of a vessel during some ownerships, by log, then by time. */
export function* exportBoat(
  shards: ShardReader,
  vessel: VesselToken,
  ownerships: readonly (Ownership & Partial<PastOwnership>)[],
): Generator<ExportedLine, void> {
  for (const ownership of ownerships)
    for (const log of shards.logs({ vessel, ownership }).toReversed())
      yield* exportLog(shards, { vessel, ownership, log }, rangeOf(ownership))
}

/** Unmarked records have no other end than the time at which the ownership ended. */
const rangeOf = ({ until, ...ownership }: Ownership & Partial<PastOwnership>): Range => ({
  from: Math.ceil(recordsFrom(ownership) / minuteMs) * minuteMs,
  to: until === undefined || ownership.isUnmarked !== true ? Number.MAX_SAFE_INTEGER : Date.parse(until) - 1,
})

function* exportLog(shards: ShardReader, of: VesselLog, { from, to }: Range): Generator<ExportedLine, void> {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-export-'))
  try {
    using copy = LogCopy.open(folder, clock)
    for (const parts of shards.parts(of, nothing, new Map())) copy.add(parts)
    for (const day of copy.days()) {
      const range = { from: Math.max(from, day), to: Math.min(to, day + dayMs - 1) }
      if (range.from <= range.to) yield* minutesOf(copy, range)
    }
    yield* eventsOf(copy, { from, to })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function* minutesOf(copy: LogCopy, range: Range): Generator<ExportedLine, void> {
  const paths = [...copy.paths({ ...range, context: selfContext })].flatMap((page) => page?.texts ?? [])
  const byTime = new Map<string, Map<string, Record<string, unknown>>>()
  for (let first = 0; first < paths.length; first += historyLimits.paths) {
    const columns = paths.slice(first, first + historyLimits.paths).map((path) => ({ path }))
    const question = { ...range, context: selfContext, resolution: 60, columns, sourcePolicy: 'all' as const }
    let head: HistoryValuesHead | undefined
    for (const page of copy.values(question)) {
      head ??= page?.head
      for (const [time, ...cells] of page?.rows ?? []) addRow(byTime, time, { head, cells })
    }
  }
  for (const [time, bySource] of [...byTime].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    for (const [source, values] of bySource) yield { time, source, values }
}

const addRow = (
  byTime: Map<string, Map<string, Record<string, unknown>>>,
  time: string,
  { head, cells }: { readonly head: HistoryValuesHead | undefined; readonly cells: readonly unknown[] },
): void => {
  for (const [index, cell] of cells.entries()) {
    const column = head?.values[index]
    if (cell === null || column === undefined) continue
    const bySource = byTime.get(time) ?? new Map<string, Record<string, unknown>>()
    byTime.set(time, bySource)
    const source = column.$source ?? ''
    bySource.set(source, { ...bySource.get(source), [column.path]: cell })
  }
}

function* eventsOf(copy: LogCopy, { from, to }: Range): Generator<ExportedLine, void> {
  for (const { time, event } of copy.events(from, to)) {
    const { context, path, source, json } = event
    const other = context === selfContext ? {} : { context }
    yield { time: new Date(time).toISOString(), source, ...other, path, value: parsed(json) }
  }
}

/** Parses the text of a value. Invalid JSON stays a text. */
const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return json
  }
}
