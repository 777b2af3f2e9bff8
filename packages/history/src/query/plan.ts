import {
  fittingResolution,
  historyLimits,
  historyRows,
  MarineDataError,
  type HistoryColumn,
  type HistoryMethod,
  type HistoryTier,
  type HistoryValuesQuestion,
} from '@marinedata/model'
import type { HistoryRange, LogSeries } from '#interface.ts'
import { kindOf, type QuantityKind } from '#quantities/quantities.ts'
import type { LogReader } from '#storage/log-reader.ts'

/** One source of a column. A position has two series. */
export interface Candidate {
  readonly source: string
  readonly first: LogSeries
  readonly second: LogSeries | undefined
}

export interface PlannedColumn {
  readonly path: string
  readonly method: HistoryMethod
  readonly parameter: number
  readonly kind: QuantityKind
  /** Named in the answer. */
  readonly source: string | undefined
  /** Sorted by the age of the series. */
  readonly candidates: readonly Candidate[]
}

export interface Plan {
  readonly context: string
  readonly from: number
  readonly to: number
  /** Milliseconds. */
  readonly resolution: number
  readonly tier: HistoryTier
  readonly layer: 'own' | 'others'
  readonly columns: readonly PlannedColumn[]
  /** Buckets since the epoch, before the first row. */
  readonly firstBucket: number
  readonly rows: number
}

const refuse = (message: string): MarineDataError => new MarineDataError('invalid-query', message)

const defaultParameters: Partial<Record<HistoryMethod, number>> = { sma: 5, ema: 0.2 }
const largestWindow = 1_000

const parameterOf = ({ path, parameter }: HistoryColumn, method: HistoryMethod): number => {
  const usual = defaultParameters[method]
  if (parameter === undefined) return usual ?? 0
  if (usual === undefined) throw refuse(`The method "${method}" of "${path}" has no parameter`)
  const isValid =
    method === 'sma'
      ? Number.isInteger(parameter) && parameter >= 1 && parameter <= largestWindow
      : parameter > 0 && parameter <= 1
  if (isValid) return parameter
  const range = method === 'sma' ? `a whole number from 1 to ${largestWindow}` : 'above 0 and at most 1'
  throw refuse(`The parameter ${parameter} of "${method}" is not ${range}`)
}

const withoutOrder: ReadonlySet<HistoryMethod> = new Set(['min', 'max', 'mid'])

/** The sources of a path. A member of an object of numbers is asked for like a path: `navigation.attitude.roll`. */
export const candidatesOf = (reader: LogReader, context: string, path: string): Candidate[] => {
  const direct = reader.series(context, path)
  const numbers = direct.filter(({ part }) => part === '')
  const latitudes = direct.filter(({ part }) => part === 'latitude')
  const positions = latitudes.flatMap((first) => {
    const second = direct.find(({ source, part }) => source === first.source && part === 'longitude')
    return second === undefined ? [] : [{ source: first.source, first, second }]
  })
  if (positions.length > 0) return positions
  if (numbers.length > 0) return numbers.map((first) => ({ source: first.source, first, second: undefined }))
  if (direct.length > 0)
    throw refuse(`"${path}" has members. Ask for one of them, such as "${path}.${direct[0]?.part}"`)
  const dot = path.lastIndexOf('.')
  const member = path.slice(dot + 1)
  return (dot < 0 ? [] : reader.series(context, path.slice(0, dot)))
    .filter(({ part }) => part === member)
    .map((first) => ({ source: first.source, first, second: undefined }))
}

const kindOfCandidates = (path: string, candidates: readonly Candidate[]): QuantityKind => {
  const [one] = candidates
  if (one === undefined) return path === 'navigation.position' ? 'position' : 'linear'
  if (one.second !== undefined) return 'position'
  // A latitude alone is a number.
  const kind = kindOf(one.first.path, one.first.part)
  return kind === 'position' ? 'linear' : kind
}

const planColumn = (
  reader: LogReader,
  { context, sourcePolicy }: HistoryValuesQuestion,
  column: HistoryColumn,
): PlannedColumn[] => {
  const { path, $source } = column
  const found = candidatesOf(reader, context, path)
  const candidates = $source === undefined ? found : found.filter(({ source }) => source === $source)
  const kind = kindOfCandidates(path, found)
  const method = column.method ?? (kind === 'position' ? 'first' : 'average')
  if (kind === 'position' && withoutOrder.has(method))
    throw refuse(`"${path}" is a position: it has no "${method}"`)
  const planned = { path, method, parameter: parameterOf(column, method), kind }
  if (sourcePolicy !== 'all' || candidates.length === 0) return [{ ...planned, source: $source, candidates }]
  return candidates.map((candidate) => ({ ...planned, source: candidate.source, candidates: [candidate] }))
}

/** Milliseconds of a row. Resolutions are whole milliseconds. */
const resolutionOf = (question: HistoryValuesQuestion): number => {
  const seconds = question.resolution ?? fittingResolution(question)
  const resolution = seconds * 1_000
  if (
    Number.isSafeInteger(Math.round(resolution)) &&
    Math.abs(resolution - Math.round(resolution)) < 1e-6 &&
    resolution >= 1
  )
    return Math.round(resolution)
  throw refuse(`The resolution ${seconds} s is not a whole number of milliseconds`)
}

/** The layer of segments that holds the samples of a context. */
export const layerOf = (context: string): 'own' | 'others' => (context === 'vessels.self' ? 'own' : 'others')

/** Whether no samples of a range were removed. Otherwise only minutes are left of it. */
export const hasSamples = (reader: LogReader, context: string, { from, to }: HistoryRange): boolean =>
  reader.database.get(
    "SELECT 1 FROM gap WHERE layer = ? AND reason = 'budget' AND since <= ? AND until > ? LIMIT 1",
    layerOf(context),
    to,
    from,
  ) === undefined

/**
 * Decides what a question reads.
 * @throws MarineDataError invalid-query, too-much-history
 */
export const planValues = (reader: LogReader, question: HistoryValuesQuestion): Plan => {
  const { context, from, to } = question
  if (from > to) throw refuse('The range ends before it begins')
  const asked = resolutionOf(question)
  const tier = asked < 60_000 && hasSamples(reader, context, question) ? 'full' : 'minute'
  const resolution = tier === 'minute' ? Math.max(asked, 60_000) : asked
  // The path limit counts paths; the cells count what `all` sources make of them.
  const columns = question.columns.flatMap((column) => planColumn(reader, question, column))
  const rows = historyRows(question, resolution / 1_000)
  if (rows * columns.length > historyLimits.cells) {
    const fitting = fittingResolution(question, Math.floor(historyLimits.cells / columns.length))
    throw new MarineDataError(
      'too-much-history',
      `${rows} rows of ${columns.length} columns are more than ${historyLimits.cells} values. ` +
        `A resolution of ${fitting} s fits`,
    )
  }
  const firstBucket = Math.floor(from / resolution)
  return { context, from, to, resolution, tier, layer: layerOf(context), columns, firstBucket, rows }
}
