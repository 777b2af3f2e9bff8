import type { HistoryValuesAnswer } from '@marinedata/model'

type Cells = readonly (number | null)[]

/** Rows of one value: the mean of each, with its smallest and largest sample. Null where nothing was recorded. */
export interface GraphRows {
  /** Starts of the rows, Unix milliseconds, ascending. */
  readonly at: readonly number[]
  readonly mean: Cells
  readonly low: Cells
  readonly high: Cells
}

/** Rows to draw: without short holes, and with one empty row in each gap. */
export interface GraphLine extends GraphRows {
  /** A longer time in milliseconds without a value is a gap. */
  readonly gapMs: number
}

export const noLine: GraphLine = { at: [], mean: [], low: [], high: [], gapMs: 0 }

/** Columns of a graph in a question. */
export const columnsPerGraph = 3
const columnsOf = (path: string): string => `${path}:average,${path}:min,${path}:max`

/** The columns of a question, as the server expects them. */
export const columnsText = (paths: readonly string[]): string => paths.map(columnsOf).join()

const numberIn = (cell: unknown): number | null => (typeof cell === 'number' ? cell : null)

/** The rows of each graph of a question. */
export const graphsIn = (
  { data }: Pick<HistoryValuesAnswer, 'data'>,
  paths: readonly string[],
): ReadonlyMap<string, GraphRows> => {
  const at = data.map(([timestamp]) => Date.parse(timestamp))
  const column = (index: number): (number | null)[] => data.map((row) => numberIn(row[index]))
  return new Map(
    paths.map((path, graph) => {
      const first = 1 + graph * columnsPerGraph
      return [path, { at, mean: column(first), low: column(first + 1), high: column(first + 2) }]
    }),
  )
}

/** Rows that grow at their end. */
class GrowingRows {
  readonly at: number[] = []
  readonly mean: (number | null)[] = []
  readonly low: (number | null)[] = []
  readonly high: (number | null)[] = []

  add(at: number, cells?: { readonly mean: number; readonly low: number; readonly high: number }): void {
    this.at.push(at)
    this.mean.push(cells?.mean ?? null)
    this.low.push(cells?.low ?? null)
    this.high.push(cells?.high ?? null)
  }
}

interface Row {
  readonly at: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

/** The rows that have a value. */
const filledRows = ({ at, mean, low, high }: GraphRows): Row[] =>
  at.flatMap((moment, index) => {
    const value = mean[index] ?? null
    return value === null
      ? []
      : [{ at: moment, mean: value, low: low[index] ?? value, high: high[index] ?? value }]
  })

const turn = 2 * Math.PI
const remainder = (angle: number): number => ((angle % turn) + turn) % turn

/** Moves each angle by whole turns, next to the one before it. */
const unwrapped = (rows: readonly Row[]): Row[] => {
  let before = rows[0]?.mean ?? 0
  return rows.map(({ at, mean, low, high }) => {
    const near = mean + Math.round((before - mean) / turn) * turn
    before = near
    // The extremes are on both sides of the mean.
    return { at, mean: near, low: near - remainder(mean - low), high: near + remainder(high - mean) }
  })
}

const isWithinTurn = (rows: readonly Row[]): boolean => {
  let [least, most] = [Infinity, -Infinity]
  for (const { mean } of rows) {
    least = Math.min(least, mean)
    most = Math.max(most, mean)
  }
  return most - least <= turn
}

/** A boat that turns round and round: each angle in one turn, without the band. */
const wrapped = (rows: readonly Row[]): Row[] => {
  const isSided = rows.some(({ mean }) => mean < 0)
  return rows.map(({ at, mean }) => {
    const full = remainder(mean)
    const angle = isSided && full > Math.PI ? full - turn : full
    return { at, mean: angle, low: angle, high: angle }
  })
}

/** Below this time between samples, a few may be missing without a gap. */
const frequentMs = 15_000
const leastGapMs = 6_000

/** Maximum time without a value before it counts as a gap: the pauses of a slow sensor are not gaps. */
const gapLimit = (rows: readonly Row[]): number => {
  const steps = rows.slice(1).map(({ at }, index) => at - (rows[index]?.at ?? at))
  const usual = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? leastGapMs
  return usual < frequentMs ? Math.max(3 * usual, leastGapMs) : 1.5 * usual
}

interface LineOptions {
  /** The value is an angle: 359° is next to 1°. */
  readonly isAngle: boolean
  /** Seconds per row. */
  readonly resolution: number
}

/** Rows that follow each other without a gap. */
const stretchesOf = (rows: readonly Row[], isBreak: (before: Row, row: Row) => boolean): Row[][] => {
  const stretches: Row[][] = []
  for (const row of rows) {
    const last = stretches.at(-1)
    const before = last?.at(-1)
    if (last === undefined || before === undefined || isBreak(before, row)) stretches.push([row])
    else last.push(row)
  }
  return stretches
}

/** All stretches, with an empty row between two. */
const joinedStretches = (stretches: readonly Row[][], resolution: number): GraphRows => {
  const line = new GrowingRows()
  for (const stretch of stretches) {
    const [first, second] = stretch
    const end = line.at.at(-1)
    if (end !== undefined && first !== undefined) line.add((end + first.at) / 2)
    for (const row of stretch) line.add(row.at, row)
    // A single row has no line; it gets its length in time.
    if (first !== undefined && second === undefined) line.add(first.at + resolution * 1_000, first)
  }
  return line
}

/** The line of a graph. */
export const lineOf = (rows: GraphRows, { isAngle, resolution }: LineOptions): GraphLine => {
  const filled = filledRows(rows)
  if (filled.length === 0) return noLine
  const gapMs = gapLimit(filled)
  const near = isAngle ? unwrapped(filled) : filled
  const isCut = isAngle && !isWithinTurn(near)
  const stretches = stretchesOf(
    isCut ? wrapped(filled) : near,
    (before, row) => row.at - before.at > gapMs || (isCut && Math.abs(row.mean - before.mean) > Math.PI),
  )
  const { at, mean, low, high } = joinedStretches(stretches, resolution)
  return { at, mean, low, high, gapMs }
}

/** Index of the last row that starts at or before a time, or −1. */
const indexAt = (at: readonly number[], moment: number): number => {
  let [low, high] = [0, at.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? Infinity) <= moment) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The mean at a time; undefined in a gap. */
export const valueAt = ({ at, mean, gapMs }: GraphLine, moment: number): number | undefined => {
  const index = indexAt(at, moment)
  const start = at[index]
  const value = mean[index] ?? null
  return start === undefined || value === null || moment - start > gapMs ? undefined : value
}

interface Extent {
  readonly low: number
  readonly high: number
}

/** The smallest and the largest sample of a time; undefined if nothing was recorded. */
export const extentIn = (
  { at, low, high }: GraphRows,
  window: { readonly from: number; readonly to: number },
): Extent | undefined => {
  let [least, most] = [Infinity, -Infinity]
  const first = Math.max(indexAt(at, window.from), 0)
  for (let index = first; index < at.length && (at[index] ?? Infinity) <= window.to; index++) {
    least = Math.min(least, low[index] ?? Infinity)
    most = Math.max(most, high[index] ?? -Infinity)
  }
  return least > most ? undefined : { low: least, high: most }
}

/** The mean of the rows of a time; undefined if nothing was recorded. */
export const meanIn = (
  { at, mean }: GraphRows,
  window: { readonly from: number; readonly to: number },
): number | undefined => {
  const values = mean.filter(
    (value, index) => value !== null && (at[index] ?? 0) >= window.from && (at[index] ?? 0) <= window.to,
  )
  return values.length === 0
    ? undefined
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length
}
