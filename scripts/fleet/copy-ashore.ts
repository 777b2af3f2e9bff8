import type { HistoryLog, LogSegment, SegmentLayer } from '@marinedata/history'
import { batchSubject, tokenOf } from '@marinedata/fleet'
import { decodeEvents, decodeSegments, type Layer } from '@marinedata/uplink-protocol'
import { isDeepStrictEqual } from 'node:util'
import type { StoredBody } from './one-node-shore.ts'

export interface Copy {
  /** Entries of the log that are not ashore, or differ there. */
  readonly lost: number
  /** Entries that are ashore twice. */
  readonly doubled: number
  /** Entries that are ashore as they are aboard. */
  readonly equal: number
  /** Series that segments ashore may name, and that are not there. */
  readonly unnamed: number
}

const lanes: Readonly<Record<'minutes' | 'full', SegmentLayer>> = { minutes: 'minute', full: 'own' }
const pageMost = 1_000

function* allOf<T extends { readonly number: number }>(page: (after: number) => T[]): Generator<T> {
  for (let after = 0; ;) {
    const entries = page(after)
    yield* entries
    const last = entries.at(-1)
    if (last === undefined) return
    after = last.number
  }
}

const plain = ({ blob, ...times }: LogSegment): unknown => ({
  ...times,
  blob: blob === undefined ? undefined : Buffer.from(blob).toString('hex'),
})

const compared = (
  aboard: Iterable<readonly [number, unknown]>,
  ashore: ReadonlyMap<number, readonly unknown[]>,
): Omit<Copy, 'unnamed'> => {
  const sum = { lost: 0, doubled: 0, equal: 0 }
  for (const [number, entry] of aboard) {
    const copies = ashore.get(number) ?? []
    if (copies.length > 0 && copies.every((copy) => isDeepStrictEqual(copy, entry))) sum.equal++
    else sum.lost++
    sum.doubled += Math.max(0, copies.length - 1)
  }
  return sum
}

const grouped = (entries: readonly (readonly [number, unknown])[]): Map<number, unknown[]> => {
  const byNumber = new Map<number, unknown[]>()
  for (const [number, entry] of entries) byNumber.set(number, [...(byNumber.get(number) ?? []), entry])
  return byNumber
}

export type ComparedLog = Pick<HistoryLog, 'logId' | 'events' | 'read' | 'series'>

/** Compares a layer of a log, entry by entry, with what is stored of it. */
export const copyOf = (
  log: ComparedLog,
  layer: Layer,
  {
    vessel,
    stored,
  }: { readonly vessel: string; readonly stored: ReadonlyMap<string, readonly StoredBody[]> },
): Copy => {
  const batchesOf = (one: Layer): readonly StoredBody[] =>
    (stored.get(batchSubject(tokenOf(vessel) ?? '', one)) ?? []).filter((batch) => batch.log === log.logId)
  const own = batchesOf(layer)
  if (layer === 'events') {
    const aboard = [...allOf((after) => log.events(after, pageMost))].map(
      (event) => [event.number, event] as const,
    )
    const ashore = own.flatMap(({ body }) =>
      decodeEvents(body).events.map((event) => [event.number, event] as const),
    )
    return { ...compared(aboard, grouped(ashore)), unnamed: 0 }
  }
  const bodies = own.map(({ body }) => decodeSegments(body))
  const aboard = [...allOf((after) => log.read(lanes[layer], after, pageMost))].map(
    (segment) => [segment.number, plain(segment)] as const,
  )
  const ashore = bodies.flatMap(({ segments }) =>
    segments.map((segment) => [segment.number, plain(segment)] as const),
  )
  // A series goes ashore once per connection, with a batch of either layer.
  const withSeries = [...batchesOf('minutes'), ...batchesOf('full')].map(({ body }) => decodeSegments(body))
  const named = new Set(withSeries.flatMap(({ series }) => series.map(({ id }) => id)))
  const unnamed = log.series(0, pageMost).filter(({ id }) => !named.has(id)).length
  return { ...compared(aboard, grouped(ashore)), unnamed }
}
