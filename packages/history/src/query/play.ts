import type { SegmentReader } from '#codec/segment-codec.ts'
import type { LogSeries, PlayedChange, PlayOptions, Slice } from '#interface.ts'
import { dayMs, dayOf, minuteMs, type LogReader, type TimedMinute } from '#storage/log-reader.ts'
import { Slices } from '#storage/slices.ts'
import { largestLag } from '#storage/timeline.ts'

const changesPerPage = 500

/** Series by identity, read once per playback. */
class SeriesNames {
  readonly #reader: LogReader
  readonly #known = new Map<number, LogSeries | undefined>()

  constructor(reader: LogReader) {
    this.#reader = reader
  }

  of(id: number): LogSeries | undefined {
    if (!this.#known.has(id)) this.#known.set(id, this.#reader.seriesById(id))
    return this.#known.get(id)
  }
}

/** The entries of a segment that were recorded together, as one list of changes. */
const changesOf = (segment: SegmentReader, begin: number, names: SeriesNames): PlayedChange[] => {
  const changes: PlayedChange[] = []
  for (let index = 0; index < segment.entries.length;) {
    const group = [segment.entries[index]]
    while (segment.entries[++index]?.isGrouped === true) group.push(segment.entries[index])
    changes.push(...changesOfGroup(segment, group, { begin, names }))
  }
  return changes
}

const changesOfGroup = (
  segment: SegmentReader,
  group: readonly (SegmentReader['entries'][number] | undefined)[],
  { begin, names }: { readonly begin: number; readonly names: SeriesNames },
): PlayedChange[] => {
  const parts = group.flatMap((entry) => {
    const samples = entry === undefined ? undefined : segment.samples(entry)
    const series = entry === undefined ? undefined : names.of(entry.id)
    return samples?.ok === true && series !== undefined ? [{ series, samples: samples.value }] : []
  })
  const [first] = parts
  if (first === undefined) return []
  const { context, path, source } = first.series
  const staleAt = new Set(
    first.samples.marks.filter(({ kind }) => kind === 'stale').map(({ index }) => index),
  )
  return [...first.samples.times].map((time, index) => {
    const numbers = parts.map(({ samples, series }) => {
      const value = samples.values[index] ?? Number.NaN
      return [series.part, samples.isFloat ? value : value / series.steps] as const
    })
    const isMark = Number.isNaN(numbers[0]?.[1])
    const whole = first.series.part === '' ? numbers[0]?.[1] : Object.fromEntries(numbers)
    const change = { context, path, source, at: begin + time, value: isMark ? null : whole }
    return staleAt.has(index) ? { ...change, isStale: true } : change
  })
}

const eventsIn = (reader: LogReader, from: number, to: number): PlayedChange[] =>
  [...reader.log.timeline.events(from, to)].map(({ time, row }) => ({
    context: String(row['context']),
    path: String(row['path']),
    source: String(row['source']),
    at: time,
    // Only `SegmentLog` writes it.
    value: JSON.parse(String(row['json'])) as unknown,
  }))

function* pagesOf(
  changes: readonly PlayedChange[],
  wanted: (change: PlayedChange) => boolean,
): Generator<PlayedChange[]> {
  const chosen = changes.filter(wanted).toSorted((one, other) => one.at - other.at)
  for (let first = 0; first < chosen.length; first += changesPerPage)
    yield chosen.slice(first, first + changesPerPage)
}

/** The changes of a minute: each series at its mean. */
const meansOf = (found: readonly TimedMinute[], names: SeriesNames): PlayedChange[] => {
  const byPath = new Map<string, PlayedChange>()
  for (const { time, row } of found) {
    const series = names.of(row.id)
    if (series === undefined) continue
    const { context, path, source, part, steps } = series
    const mean = row.isFloat ? row.mean : row.mean / steps
    const key = `${context}\n${path}\n${source}\n${time}`
    const known = byPath.get(key)?.value
    const members = typeof known === 'object' && known !== null ? known : {}
    byPath.set(key, {
      context,
      path,
      source,
      at: time,
      value: part === '' ? mean : { ...members, [part]: mean },
    })
  }
  return [...byPath.values()]
}

interface Range {
  readonly from: number
  readonly to: number
}

function* fullChanges(reader: LogReader, range: Range, names: SeriesNames): Generator<Slice, PlayedChange[]> {
  const slices = new Slices(reader.clock)
  const changes: PlayedChange[] = []
  for (const { time, row } of reader.segments(range, 'own, others')) {
    for (const layer of ['own', 'others'] as const) {
      const segment = reader.open(row, layer)
      if (segment !== undefined) changes.push(...changesOf(segment, time, names))
    }
    if (slices.isOver()) yield undefined
  }
  return changes
}

function* minuteChanges(
  reader: LogReader,
  range: Range,
  names: SeriesNames,
): Generator<Slice, PlayedChange[]> {
  const changes: PlayedChange[] = []
  const wanted = yield* reader.presentSeries(range)
  for (const found of reader.minutes(range, wanted)) {
    if (found === undefined) yield undefined
    else changes.push(...meansOf(found, names))
  }
  return changes
}

/** The log is played in windows of this length. Milliseconds. */
const windows = { full: 10 * minuteMs, minute: 60 * minuteMs }

/** Plays the log from a time on. */
export function* play(
  reader: LogReader,
  start: number,
  { tier, context, to: end = Number.MAX_SAFE_INTEGER }: PlayOptions,
): Generator<readonly PlayedChange[] | Slice, void> {
  const names = new SeriesNames(reader)
  let from = start
  const changesIn = tier === 'full' ? fullChanges : minuteChanges
  for (;;) {
    const at = nextData(reader, from, tier)
    if (at === undefined || at > end) return
    const to = Math.min(end, (Math.floor(at / windows[tier]) + 1) * windows[tier] - 1)
    const range = { from: at, to }
    const numbers = yield* changesIn(reader, range, names)
    const isWanted = (change: PlayedChange): boolean =>
      change.at >= at && change.at <= to && (context === undefined || change.context === context)
    yield* pagesOf([...numbers, ...eventsIn(reader, at, to)], isWanted)
    yield undefined
    from = to + 1
  }
}

/** The next time that has data: a gap of months is not searched minute by minute. */
const nextData = (reader: LogReader, from: number, tier: 'full' | 'minute'): number | undefined => {
  const { timeline } = reader.log
  const inMemory = reader.log
    .inMemory()
    .map(({ number, mono, wall }) => timeline.timeOf({ segment: number, mono, wall }))
  const sheetDay = reader.database.get('SELECT min(day) AS day FROM sheet WHERE day >= ?', dayOf(from))?.[
    'day'
  ]
  const sheet = tier === 'minute' && typeof sheetDay === 'number' ? [sheetDay * dayMs] : []
  // Samples may be older than the start of their segment.
  const begins = [
    ...timeline.nextTimes(from - minuteMs),
    ...inMemory.filter((time) => time + minuteMs >= from),
    ...sheet,
  ]
  return begins.length === 0 ? undefined : Math.max(from, Math.min(...begins) - largestLag)
}
