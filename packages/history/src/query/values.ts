import type {
  HistoryCell,
  HistoryGap,
  HistoryRow,
  HistoryValuesHead,
  HistoryValuesQuestion,
} from '@marinedata/model'
import type { Slice, ValuesPage } from '#interface.ts'
import type { QuantityKind } from '#quantities/quantities.ts'
import type { LogReader } from '#storage/log-reader.ts'
import { Slices } from '#storage/slices.ts'
import { Accumulator, type BucketValue, type Weighted } from './accumulator.ts'
import { planValues, type Candidate, type Plan, type PlannedColumn } from './plan.ts'
import { Preference } from './preference.ts'
import { visitMinutes, visitSamples } from './samples.ts'
import { smoothed } from './smoothing.ts'

/** One source of one column, with what it collected. */
interface Collected {
  readonly candidate: Candidate
  readonly preference: Preference | undefined
  readonly accumulator: Accumulator
}

/** A page has at most this many cells, so that it stays below 48 kB: a position takes up to 60 bytes. */
const cellsPerPage = 600
const mostGaps = 100

const collectorsOf = (reader: LogReader, plan: Plan, column: PlannedColumn): Collected[] => {
  const [first] = column.candidates
  const isChosen = column.source === undefined && first !== undefined && column.candidates.length > 1
  const preference = isChosen ? new Preference(reader, plan.context, first.first.path) : undefined
  return column.candidates.map((candidate) => ({
    candidate,
    preference,
    accumulator: new Accumulator(column.kind, column.method, plan.rows),
  }))
}

function* collect(reader: LogReader, plan: Plan, collected: readonly Collected[]): Generator<Slice> {
  const pass = (add: (accumulator: Accumulator, bucket: number, sample: Weighted) => void) => {
    const visit = (index: number, time: number, sample: Weighted): void => {
      const one = collected[index]
      if (one === undefined || one.preference?.allows(one.candidate.source, time) === false) return
      // A minute may begin before the range.
      const bucket = Math.max(0, Math.floor(time / plan.resolution) - plan.firstBucket)
      add(one.accumulator, bucket, sample)
    }
    const range = { from: plan.from, to: plan.to, candidates: collected.map(({ candidate }) => candidate) }
    return plan.tier === 'full'
      ? visitSamples(reader, { ...range, layer: plan.layer }, visit)
      : visitMinutes(reader, range, visit)
  }
  yield* pass((accumulator, bucket, sample) => accumulator.add(bucket, sample))
  if (collected.some(({ accumulator }) => accumulator.needsSecondPass))
    yield* pass((accumulator, bucket, sample) => {
      if (accumulator.needsSecondPass) accumulator.addAgain(bucket, sample)
    })
}

/** Where the preference changed inside a bucket, the source with more samples counts; without a preference, the older. */
const chosen = (collected: readonly Collected[], bucket: number): Accumulator | undefined => {
  let best: Accumulator | undefined
  for (const { accumulator, preference } of collected) {
    const count = accumulator.count(bucket)
    if (count === 0) continue
    const isMore =
      best === undefined || (preference !== undefined && preference.isKnown && count > best.count(bucket))
    if (isMore) best = accumulator
  }
  return best
}

const cellOf = (kind: QuantityKind, value: BucketValue | undefined): HistoryCell => {
  if (value === undefined) return null
  return kind === 'position'
    ? { latitude: rounded(value.value, 7), longitude: rounded(value.second, 7) }
    : rounded(value.value, 9)
}

/** Digits that the steps do not have are noise of the arithmetic. */
const rounded = (value: number, digits: number): number => {
  const scale = 10 ** digits
  return Math.abs(value) < 2 ** 52 / scale ? Math.round(value * scale) / scale : value
}

const columnValues = (plan: Plan, column: PlannedColumn, collected: readonly Collected[]): HistoryCell[] => {
  const values = Array.from({ length: plan.rows }, (_, bucket) => chosen(collected, bucket)?.result(bucket))
  const isSmoothing = column.method === 'sma' || column.method === 'ema'
  return (isSmoothing ? smoothed(values, column) : values).map((value) => cellOf(column.kind, value))
}

const isoOf = (time: number): string => new Date(time).toISOString()

const gapsOf = (reader: LogReader, { layer, from, to }: Plan): HistoryGap[] =>
  reader.database
    .all(
      `SELECT since, until, layer, reason FROM gap WHERE layer IN (?, ?, 'all') AND since <= ? AND until > ?
        ORDER BY since LIMIT ${mostGaps}`,
      layer,
      `${layer}-sheet`,
      to,
      from,
    )
    .map((row) => ({
      from: isoOf(Number(row['since'])),
      to: isoOf(Number(row['until'])),
      layer: String(row['layer']),
      reason: String(row['reason']),
    }))

const headOf = (reader: LogReader, plan: Plan): HistoryValuesHead => ({
  context: plan.context,
  range: { from: isoOf(plan.from), to: isoOf(plan.to) },
  values: plan.columns.map(({ path, method, source }) => ({
    path,
    method,
    ...(source === undefined ? {} : { $source: source }),
  })),
  resolution: plan.resolution / 1_000,
  tier: plan.tier,
  gaps: gapsOf(reader, plan),
})

/** Answers a question for values. */
export function* answerValues(
  reader: LogReader,
  question: HistoryValuesQuestion,
): Generator<ValuesPage | Slice, void> {
  const plan = planValues(reader, question)
  const columns = plan.columns.map((column) => collectorsOf(reader, plan, column))
  yield* collect(reader, plan, columns.flat())
  const slices = new Slices(reader.clock)
  const cells: HistoryCell[][] = []
  for (const [index, column] of plan.columns.entries()) {
    cells.push(columnValues(plan, column, columns[index] ?? []))
    if (slices.isOver()) yield undefined
  }
  const rowOf = (row: number): HistoryRow => [
    isoOf((plan.firstBucket + row) * plan.resolution),
    ...cells.map((column) => column[row] ?? null),
  ]
  const perPage = Math.max(1, Math.floor(cellsPerPage / (plan.columns.length + 1)))
  for (let first = 0; first < plan.rows; first += perPage) {
    const count = Math.min(perPage, plan.rows - first)
    const rows = Array.from({ length: count }, (_, row) => rowOf(first + row))
    yield first === 0 ? { head: headOf(reader, plan), rows } : { rows }
  }
}
