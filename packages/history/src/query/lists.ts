import { isInside, type BoundingBox } from '@marinedata/model'
import type { HistoryRange, LogSeries, PathsQuestion, Slice, TextPage } from '#interface.ts'
import type { LogReader } from '#storage/log-reader.ts'
import { Slices } from '#storage/slices.ts'
import { candidatesOf } from './plan.ts'
import { visitMinutes } from './samples.ts'

/** A page stays below 48 kB: no text is longer than 320 characters. */
const textsPerPage = 120

interface Found {
  readonly context: string
  readonly path: string
}

/** Contexts and paths with data in a range: series and events. */
function* foundIn(reader: LogReader, range: HistoryRange): Generator<Slice, Found[]> {
  const found = new Map<string, Found>()
  const add = ({ context, path }: Found): unknown => found.set(`${context}\n${path}`, { context, path })
  const slices = new Slices(reader.clock)
  for (const id of yield* reader.presentSeries(range)) {
    const series = reader.seriesById(id)
    if (series !== undefined) add({ context: series.context, path: pathOf(series) })
    if (slices.isOver()) yield undefined
  }
  for (const { row } of reader.log.timeline.events(range.from, range.to)) {
    add({ context: String(row['context']), path: String(row['path']) })
    if (slices.isOver()) yield undefined
  }
  return [...found.values()]
}

/** A member of an object of numbers is asked for like a path; a position as a whole. */
const pathOf = ({ path, part }: LogSeries): string =>
  part === '' || part === 'latitude' || part === 'longitude' ? path : `${path}.${part}`

function* pagesOf(texts: Iterable<string>): Generator<TextPage> {
  const sorted = [...new Set(texts)].toSorted()
  for (let first = 0; first < Math.max(1, sorted.length); first += textsPerPage)
    yield { texts: sorted.slice(first, first + textsPerPage) }
}

/** Whether a context had a position in a box. */
function* wasInside(
  reader: LogReader,
  context: string,
  { bbox, ...range }: HistoryRange & { readonly bbox: BoundingBox },
): Generator<Slice, boolean> {
  let isFound = false
  const candidates = candidatesOf(reader, context, 'navigation.position')
  for (const slice of visitMinutes(reader, { ...range, candidates }, (_, __, { value, second }) => {
    isFound ||= isInside(bbox, { latitude: value, longitude: second })
  })) {
    if (isFound) return true
    yield slice
  }
  return isFound
}

export function* listContexts(reader: LogReader, range: HistoryRange): Generator<TextPage | Slice, void> {
  const found = yield* foundIn(reader, range)
  yield* pagesOf(found.map(({ context }) => context))
}

export function* listPaths(reader: LogReader, question: PathsQuestion): Generator<TextPage | Slice, void> {
  const { bbox, context: wanted, from, to } = question
  const found = (yield* foundIn(reader, question)).filter(
    ({ context }) => wanted === undefined || context === wanted,
  )
  if (bbox === undefined) {
    yield* pagesOf(found.map(({ path }) => path))
    return
  }
  const inside = new Set<string>()
  for (const context of new Set(found.map((one) => one.context))) {
    if (yield* wasInside(reader, context, { from, to, bbox })) inside.add(context)
    yield undefined
  }
  yield* pagesOf(found.filter(({ context }) => inside.has(context)).map(({ path }) => path))
}
