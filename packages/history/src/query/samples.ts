import type { MinuteRow } from '#codec/minute-codec.ts'
import type { SegmentEntry, SegmentReader, SeriesSamples } from '#codec/segment-codec.ts'
import type { LogSeries, Slice } from '#interface.ts'
import { dayMs, minuteMs, type LogReader, type SheetCoverage, type TimedMinute } from '#storage/log-reader.ts'
import { Slices } from '#storage/slices.ts'
import type { Weighted } from './accumulator.ts'
import type { Candidate } from './plan.ts'

export type SampleVisitor = (candidate: number, time: number, sample: Weighted) => void

interface Range {
  readonly from: number
  readonly to: number
}

const scaleOf = ({ isFloat }: { readonly isFloat: boolean }, { steps }: LogSeries): number =>
  isFloat ? 1 : steps

/** The longitude that was recorded together with a latitude. */
const partnerOf = (segment: SegmentReader, index: number, second: LogSeries): SegmentEntry | undefined => {
  for (let next = index + 1; segment.entries[next]?.isGrouped === true; next++)
    if (segment.entries[next]?.id === second.id) return segment.entries[next]
  return undefined
}

const samplesAt = (segment: SegmentReader, entry: SegmentEntry | undefined): SeriesSamples | undefined => {
  const decoded = entry === undefined ? undefined : segment.samples(entry)
  return decoded?.ok === true ? decoded.value : undefined
}

interface Pair {
  readonly samples: SeriesSamples
  readonly partner: SeriesSamples | undefined
}

const pairAt = (segment: SegmentReader, index: number, { second }: Candidate): Pair | undefined => {
  const samples = samplesAt(segment, segment.entries[index])
  if (samples === undefined || second === undefined) return samples && { samples, partner: undefined }
  const partner = samplesAt(segment, partnerOf(segment, index, second))
  return partner && { samples, partner }
}

/** Every sample of a candidate in a segment, in the order of arrival. */
const visitSegment = (
  segment: SegmentReader,
  candidate: Candidate,
  visit: (time: number, value: number, second: number) => void,
): void => {
  const { first, second } = candidate
  for (const [index, { id }] of segment.entries.entries()) {
    const pair = id === first.id ? pairAt(segment, index, candidate) : undefined
    if (pair === undefined) continue
    const { samples, partner } = pair
    const scale = scaleOf(samples, first)
    const secondScale = partner && second ? scaleOf(partner, second) : 1
    samples.values.forEach((value, at) => {
      // A mark is no number.
      if (!Number.isNaN(value))
        visit(samples.times[at] ?? 0, value / scale, (partner?.values[at] ?? 0) / secondScale)
    })
  }
}

/** Visits every sample of the candidates in a range. */
export function* visitSamples(
  reader: LogReader,
  {
    candidates,
    layer,
    from,
    to,
  }: Range & { readonly candidates: readonly Candidate[]; readonly layer: 'own' | 'others' },
  visit: SampleVisitor,
): Generator<Slice> {
  const slices = new Slices(reader.clock)
  for (const { time: begin, row } of reader.segments({ from, to }, layer)) {
    const segment = reader.open(row, layer)
    if (segment !== undefined)
      for (const [index, candidate] of candidates.entries())
        visitSegment(segment, candidate, (offset, value, second) => {
          const time = begin + offset
          if (time >= from && time <= to) visit(index, time, { value, second, n: 1, up: 0, down: 0 })
        })
    if (slices.isOver()) yield undefined
  }
}

const weightedOf = (row: MinuteRow, series: LogSeries): Weighted => {
  const scale = scaleOf(row, series)
  return { value: row.mean / scale, second: 0, n: row.n, up: row.up / scale, down: row.down / scale }
}

/** The rows of a candidate, latitude and longitude joined. */
export const joinMinutes = (
  found: readonly TimedMinute[],
  { first, second }: Candidate,
): { readonly time: number; readonly sample: Weighted }[] => {
  const own = found.filter(({ row }) => row.id === first.id)
  if (second === undefined) return own.map(({ time, row }) => ({ time, sample: weightedOf(row, first) }))
  const partners = found.filter(({ row }) => row.id === second.id)
  return own.flatMap(({ time, row }, index) => {
    const partner = partners[index]
    if (partner?.time !== time) return []
    return [{ time, sample: { ...weightedOf(row, first), second: weightedOf(partner.row, second).value } }]
  })
}

const at = (column: ArrayLike<number> | undefined, index: number): number => column?.[index] ?? 0

const scaled = (values: readonly number[], scale: number): Float64Array =>
  Float64Array.from(values).map((value) => value / scale)

interface SheetVisit extends Range {
  readonly candidate: Candidate
  readonly day: number
  readonly coverage: SheetCoverage
}

/** Visits the minutes of a candidate in a sheet, without an object per column: a year has half a million minutes. */
const visitSheet = (
  reader: LogReader,
  { candidate, day, from, to, coverage }: SheetVisit,
  visit: (time: number, sample: Weighted) => void,
): void => {
  const { first, second } = candidate
  const sheet = reader.sheet(day, first.id)
  const partner = second === undefined ? sheet : reader.sheet(day, second.id)
  // A latitude without its longitude is no position.
  if (sheet === undefined || partner?.minute.length !== sheet.minute.length) return
  coverage.note(day, first.id, sheet)
  if (second !== undefined) coverage.note(day, second.id, partner)
  const scale = scaleOf(sheet, first)
  const [means, ups, downs] = [sheet.mean, sheet.up, sheet.down].map((column) => scaled(column, scale))
  const longitudes = second === undefined ? undefined : scaled(partner.mean, scaleOf(partner, second))
  for (const [index, minute] of sheet.minute.entries()) {
    const time = day * dayMs + minute * minuteMs
    const middle = { value: at(means, index), second: at(longitudes, index), n: at(sheet.n, index) }
    if (time >= from && time <= to) visit(time, { ...middle, up: at(ups, index), down: at(downs, index) })
  }
}

/** Visits the minutes of the candidates in a range. */
export function* visitMinutes(
  reader: LogReader,
  { candidates, from: begin, to }: Range & { readonly candidates: readonly Candidate[] },
  visit: SampleVisitor,
): Generator<Slice> {
  if (candidates.length === 0) return
  const slices = new Slices(reader.clock)
  const from = Math.floor(begin / minuteMs) * minuteMs
  const coverage = reader.coverage()
  for (const day of reader.sheetDays(from, to)) {
    for (const [index, candidate] of candidates.entries())
      visitSheet(reader, { candidate, day, from, to, coverage }, (time, sample) => visit(index, time, sample))
    if (slices.isOver()) yield undefined
  }
  const wanted = new Set(
    candidates.flatMap(({ first, second }) => [first.id, ...(second ? [second.id] : [])]),
  )
  for (const found of reader.openMinutes({ from, to }, wanted, coverage)) {
    if (found === undefined) yield undefined
    else
      for (const [index, candidate] of candidates.entries())
        for (const { time, sample } of joinMinutes(found, candidate)) visit(index, time, sample)
  }
}
