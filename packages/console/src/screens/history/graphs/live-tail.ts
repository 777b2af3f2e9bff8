import type { GraphRows } from './graph-rows.ts'

/** One second of a value. */
interface Second {
  readonly at: number
  sum: number
  count: number
  low: number
  high: number
}

/** A value that has arrived. */
interface LiveValue {
  /** Timestamp of the server, Unix milliseconds. */
  readonly at: number
  readonly value: number
  readonly isAngle: boolean
}

/** Longer than the time between two questions for history. */
const mostSeconds = 1_800
const mostPaths = 16

const turn = 2 * Math.PI

/** Values received since the screen was opened: they continue the recorder's rows. */
export class LiveTail {
  readonly #secondsByPath = new Map<string, Second[]>()

  add(path: string, { at, value, isAngle }: LiveValue): void {
    const seconds = this.#secondsByPath.get(path) ?? []
    if (seconds.length === 0) {
      if (this.#secondsByPath.size >= mostPaths) return
      this.#secondsByPath.set(path, seconds)
    }
    const start = Math.floor(at / 1_000) * 1_000
    const last = seconds.at(-1)
    if (last !== undefined && start < last.at) return
    if (last?.at !== start) {
      seconds.push({ at: start, sum: value, count: 1, low: value, high: value })
      if (seconds.length > mostSeconds) seconds.shift()
      return
    }
    const mean = last.sum / last.count
    const near = isAngle ? value + Math.round((mean - value) / turn) * turn : value
    last.sum += near
    last.count += 1
    last.low = Math.min(last.low, near)
    last.high = Math.max(last.high, near)
  }

  /** Forgets everything: while the connection was lost, values may be missing. */
  clear(): void {
    this.#secondsByPath.clear()
  }

  /** The rows of the recorder, continued. Later samples extend its last row. */
  continued(path: string, rows: GraphRows, answered: Answered): GraphRows {
    const later = (this.#secondsByPath.get(path) ?? []).filter(({ at }) => at >= answered.answeredTo)
    if (later.length === 0) return rows
    const end = new OpenEnd(rows, answered)
    for (const second of later) end.add(second)
    return end.rows
  }
}

interface Answered {
  /** Seconds per row. */
  readonly resolution: number
  /** Until when the recorder has answered, Unix milliseconds. */
  readonly answeredTo: number
  readonly isAngle: boolean
}

/** A copy of rows that seconds are added to. */
class OpenEnd {
  readonly #at: number[]
  readonly #mean: (number | null)[]
  readonly #low: (number | null)[]
  readonly #high: (number | null)[]
  readonly #answered: Answered
  /** Seconds in the last row. */
  #count: number

  constructor(rows: GraphRows, answered: Answered) {
    this.#at = [...rows.at]
    this.#mean = [...rows.mean]
    this.#low = [...rows.low]
    this.#high = [...rows.high]
    this.#answered = answered
    this.#count = Math.max(1, (answered.answeredTo - (rows.at.at(-1) ?? 0)) / 1_000)
  }

  get rows(): GraphRows {
    return { at: this.#at, mean: this.#mean, low: this.#low, high: this.#high }
  }

  add({ at, sum, count, low, high }: Second): void {
    const step = this.#answered.resolution * 1_000
    const start = Math.floor(at / step) * step
    const value = sum / count
    const last = this.#at.length - 1
    const before = this.#mean[last] ?? null
    if (this.#at[last] === start && before !== null) {
      const shift = this.#answered.isAngle ? Math.round((before - value) / turn) * turn : 0
      this.#mean[last] = before + (value + shift - before) / (this.#count + 1)
      this.#low[last] = Math.min(this.#low[last] ?? before, low + shift)
      this.#high[last] = Math.max(this.#high[last] ?? before, high + shift)
      this.#count++
      return
    }
    // An empty row of the recorder is filled.
    const place = this.#at[last] === start ? last : last + 1
    this.#at[place] = start
    this.#mean[place] = value
    this.#low[place] = low
    this.#high[place] = high
    this.#count = 1
  }
}
