import type { HistoryCell, HistoryColumn, HistoryMethod } from '@marinedata/model'

/** A sample as it was given to the log. */
export interface OracleSample {
  readonly time: number
  readonly value: number
  readonly longitude?: number
}

export type OracleKind = 'linear' | 'angle' | 'position'

interface Entry {
  readonly n: number
  readonly value: number
  readonly longitude: number
  readonly low: number
  readonly high: number
}

const none: Entry = { n: 0, value: Number.NaN, longitude: 0, low: 0, high: 0 }
const degree = Math.PI / 180
const fullTurn = 2 * Math.PI
const nearest = (from: number, to: number): number => Math.atan2(Math.sin(to - from), Math.cos(to - from))
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const inRange = (angle: number, entries: readonly { readonly value: number }[]): number => {
  const half = nearest(0, angle)
  return half >= 0 || entries.some(({ value }) => value < 0) ? half : half + fullTurn
}

const meanOf = (kind: OracleKind, entries: readonly Entry[]): { value: number; longitude: number } => {
  const n = sumOf(entries.map((entry) => entry.n))
  if (kind === 'linear')
    return { value: sumOf(entries.map((entry) => entry.value * entry.n)) / n, longitude: 0 }
  if (kind === 'angle') {
    const x = sumOf(entries.map((entry) => Math.cos(entry.value) * entry.n))
    const y = sumOf(entries.map((entry) => Math.sin(entry.value) * entry.n))
    return { value: inRange(Math.atan2(y, x), entries), longitude: 0 }
  }
  const axis = (one: (latitude: number, longitude: number) => number): number =>
    sumOf(entries.map((entry) => one(entry.value * degree, entry.longitude * degree) * entry.n))
  const x = axis((latitude, longitude) => Math.cos(latitude) * Math.cos(longitude))
  const y = axis((latitude, longitude) => Math.cos(latitude) * Math.sin(longitude))
  const z = axis((latitude) => Math.sin(latitude))
  return { value: Math.atan2(z, Math.hypot(x, y)) / degree, longitude: Math.atan2(y, x) / degree }
}

/** Samples as entries: each alone, or the samples of a minute together. */
const entriesOf = (kind: OracleKind, samples: readonly OracleSample[]): Entry => {
  const alone = samples.map(({ value, longitude = 0 }) => ({
    n: 1,
    value,
    longitude,
    low: value,
    high: value,
  }))
  const mean = meanOf(kind, alone)
  const away = samples.map(({ value }) =>
    kind === 'angle' ? nearest(mean.value, value) : value - mean.value,
  )
  return {
    n: samples.length,
    ...mean,
    low: mean.value + Math.min(...away),
    high: mean.value + Math.max(...away),
  }
}

const extremes = (kind: OracleKind, entries: readonly Entry[]): readonly [number, number] => {
  const mean = meanOf(kind, entries).value
  const shift = (entry: Entry): number =>
    kind === 'angle' ? mean + nearest(mean, entry.value) - entry.value : 0
  return [
    Math.min(...entries.map((entry) => entry.low + shift(entry))),
    Math.max(...entries.map((entry) => entry.high + shift(entry))),
  ]
}

const pick = (
  kind: OracleKind,
  method: HistoryMethod,
  entries: readonly Entry[],
): { value: number; longitude: number } => {
  const at = (index: number): Entry => {
    let left = index
    return entries.find((entry) => (left -= entry.n) < 0) ?? none
  }
  const n = sumOf(entries.map((entry) => entry.n))
  if (method === 'first') return entries[0] ?? none
  if (method === 'last') return entries.at(-1) ?? none
  if (method === 'middle_index') return at(Math.floor(n / 2))
  if (method === 'min' || method === 'max' || method === 'mid') {
    const [low, high] = extremes(kind, entries)
    const value = { min: low, max: high, mid: (low + high) / 2 }[method]
    return { value: kind === 'angle' ? inRange(value, entries) : value, longitude: 0 }
  }
  return meanOf(kind, entries)
}

export interface OracleQuestion {
  readonly from: number
  readonly to: number
  /** Milliseconds. */
  readonly resolution: number
  readonly tier: 'full' | 'minute'
  readonly column: HistoryColumn
  readonly kind: OracleKind
}

/** The answer by the plainest means: all samples in one list, each bucket filtered out of it. */
export const oracleCells = (samples: readonly OracleSample[], question: OracleQuestion): HistoryCell[] => {
  const { from, to, resolution, tier, kind, column } = question
  const method = column.method ?? (kind === 'position' ? 'first' : 'average')
  const first = Math.floor(from / resolution)
  const rows = Math.floor(to / resolution) - first + 1
  const start = tier === 'minute' ? Math.floor(from / 60_000) * 60_000 : from
  const timeOf = (time: number): number => (tier === 'minute' ? Math.floor(time / 60_000) * 60_000 : time)
  const inside = samples.filter(({ time }) => timeOf(time) >= start && timeOf(time) <= to)
  const groups = Map.groupBy(inside, ({ time }) => Math.max(0, Math.floor(timeOf(time) / resolution) - first))
  const values = Array.from({ length: rows }, (_, row) => {
    const found = groups.get(row)
    if (found === undefined) return undefined
    const parts =
      tier === 'full'
        ? found.map((one) => [one])
        : [...Map.groupBy(found, ({ time }) => timeOf(time)).values()]
    return pick(
      kind,
      method,
      parts.map((part) => entriesOf(kind, part)),
    )
  })
  const smooth = method === 'sma' || method === 'ema' ? smoothed(values, question) : values
  return smooth.map((value) => {
    if (value === undefined) return null
    return kind === 'position' ? { latitude: value.value, longitude: value.longitude } : value.value
  })
}

type Value = { value: number; longitude: number } | undefined

const smoothed = (values: readonly Value[], { kind, column }: OracleQuestion): Value[] => {
  const entry = (value: NonNullable<Value>, n: number): Entry => ({ ...value, n, low: 0, high: 0 })
  const given = values.filter((value) => value !== undefined)
  const wrapped = (value: NonNullable<Value>): NonNullable<Value> =>
    kind === 'angle' ? { ...value, value: inRange(value.value, given) } : value
  return values.map((value, index) => {
    if (value === undefined) return undefined
    if (column.method === 'sma') {
      const window = values.slice(Math.max(0, index - (column.parameter ?? 5) + 1), index + 1)
      return wrapped(
        meanOf(
          kind,
          window.flatMap((one) => (one === undefined ? [] : [entry(one, 1)])),
        ),
      )
    }
    // The weights of an exponential average, written out.
    const alpha = column.parameter ?? 0.2
    const before = values.slice(0, index + 1).filter((one) => one !== undefined)
    const weights = before.map((_, age) => (age === 0 ? 1 : alpha) * (1 - alpha) ** (before.length - 1 - age))
    return wrapped(
      meanOf(
        kind,
        before.map((one, age) => entry(one, weights[age] ?? 0)),
      ),
    )
  })
}
