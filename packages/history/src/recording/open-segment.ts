import { largestStep } from '#codec/bytes.ts'
import { encodeMinute, type MinuteRow } from '#codec/minute-codec.ts'
import { encodeSegment, type Mark, type MarkKind, type SampleGroup } from '#codec/segment-codec.ts'
import { meanAngle, meanPosition, turn } from '#quantities/means.ts'
import type { QuantityKind } from '#quantities/quantities.ts'

/** A series as the recorder knows it. */
export interface SeriesColumn {
  readonly id: number
  /** Steps per unit. */
  readonly steps: number
  readonly kind: QuantityKind
  readonly part: string
}

interface GroupBuffer {
  readonly isOwn: boolean
  readonly columns: readonly SeriesColumn[]
  readonly times: number[]
  readonly marks: Mark[]
  /** By column, one per entry without a mark. */
  readonly values: number[][]
}

export interface EncodedSegment {
  readonly own: Uint8Array | null
  readonly others: Uint8Array | null
  readonly minute: Uint8Array | null
}

/** A bound: no segment has more entries. A boat with 64 samples a second has 3,840. */
const mostEntries = 250_000

/** The samples of the present minute, in memory. */
export class OpenSegment {
  /** When the segment began. */
  readonly mono: number
  readonly wall: number
  readonly #groups = new Map<readonly SeriesColumn[], GroupBuffer>()
  #entries = 0

  constructor(mono: number, wall: number) {
    this.mono = mono
    this.wall = wall
  }

  get isEmpty(): boolean {
    return this.#entries === 0
  }

  #groupOf(columns: readonly SeriesColumn[], isOwn: boolean): GroupBuffer {
    const known = this.#groups.get(columns)
    if (known !== undefined) return known
    const group = { isOwn, columns, times: [], marks: [], values: columns.map(() => []) }
    this.#groups.set(columns, group)
    return group
  }

  /**
   * Adds an entry: numbers, one per column, or a mark. False when the segment is full.
   * @param columns the same array for every entry of a group
   * @param time milliseconds since the start of the segment
   */
  add(
    { columns, isOwn }: { readonly columns: readonly SeriesColumn[]; readonly isOwn: boolean },
    time: number,
    entry: readonly number[] | MarkKind,
  ): boolean {
    if (this.#entries >= mostEntries) return false
    this.#entries++
    const group = this.#groupOf(columns, isOwn)
    if (typeof entry === 'string') group.marks.push({ index: group.times.length, kind: entry })
    else entry.forEach((value, index) => group.values[index]?.push(value))
    group.times.push(Math.round(time))
    return true
  }

  /** Encodes what is there now. */
  encode(): EncodedSegment {
    const groups = [...this.#groups.values()]
    const samplesOf = (isOwn: boolean): Uint8Array | null => {
      const chosen = groups.filter((group) => group.isOwn === isOwn).map(sampleGroup)
      return chosen.length === 0 ? null : encodeSegment(chosen)
    }
    const rows = groups.flatMap(minuteRows).toSorted((one, other) => one.id - other.id)
    return {
      own: samplesOf(true),
      others: samplesOf(false),
      minute: rows.length === 0 ? null : encodeMinute(rows),
    }
  }
}

/** Whole steps; undefined when one is too large for that. */
const inSteps = (values: readonly number[], steps: number): number[] | undefined => {
  const whole = values.map((value) => Math.round(value * steps))
  return whole.every((value) => Math.abs(value) <= largestStep) ? whole : undefined
}

const sampleGroup = ({ columns, times, marks, values }: GroupBuffer): SampleGroup => ({
  times,
  marks,
  series: columns.map(({ id, steps }, index) => {
    const given = values[index] ?? []
    const whole = inSteps(given, steps)
    return { id, values: whole ?? given, isFloat: whole === undefined }
  }),
})

const isPositionGroup = (columns: readonly SeriesColumn[]): boolean =>
  columns.some(({ part }) => part === 'latitude') && columns.some(({ part }) => part === 'longitude')

/** How far a value is from the mean, positive upwards. Angles and longitudes go the shorter way round. */
const awayFrom = ({ kind, part }: SeriesColumn, mean: number): ((value: number) => number) => {
  if (kind === 'angle') return (value) => turn(mean, value, 2 * Math.PI)
  return part === 'longitude' ? (value) => turn(mean, value, 360) : (value) => value - mean
}

const rowOf = (column: SeriesColumn, values: readonly number[], mean: number): MinuteRow => {
  const { id, steps } = column
  const away = awayFrom(column, mean)
  let [up, down] = [0, 0]
  for (const value of values) {
    up = Math.max(up, away(value))
    down = Math.max(down, -away(value))
  }
  const whole = inSteps([mean, mean + up, mean - down], steps)
  if (whole === undefined) return { id, n: values.length, mean, up, down, isFloat: true }
  const [middle = 0, top = 0, bottom = 0] = whole
  // The extremes are whole steps themselves, so they stay exact.
  return { id, n: values.length, mean: middle, up: top - middle, down: middle - bottom, isFloat: false }
}

const meansOf = (columns: readonly SeriesColumn[], values: readonly (readonly number[])[]): number[] => {
  const means = columns.map(({ kind }, index) => {
    const given = values[index] ?? []
    return kind === 'angle' ? meanAngle(given) : given.reduce((sum, value) => sum + value, 0) / given.length
  })
  if (!isPositionGroup(columns)) return means
  const [latitude, longitude] = ['latitude', 'longitude'].map((part) =>
    columns.findIndex((column) => column.part === part),
  )
  const mean = meanPosition(values[latitude ?? 0] ?? [], values[longitude ?? 0] ?? [])
  return means.map((value, index) =>
    index === latitude ? mean.latitude : index === longitude ? mean.longitude : value,
  )
}

const minuteRows = ({ columns, values }: GroupBuffer): MinuteRow[] => {
  if ((values[0] ?? []).length === 0) return []
  const means = meansOf(columns, values)
  return columns.map((column, index) => rowOf(column, values[index] ?? [], means[index] ?? 0))
}
