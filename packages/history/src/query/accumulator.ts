import type { HistoryMethod } from '@marinedata/model'
import { angleOf, directionOf, placeOf, turn, vectorOf, wrapAngle, type Vector } from '#quantities/means.ts'
import type { QuantityKind } from '#quantities/quantities.ts'

/** A sample, or a minute row, which counts as `n` samples around its mean. `second` is the longitude of a position. */
export interface Weighted {
  readonly value: number
  readonly second: number
  readonly n: number
  readonly up: number
  readonly down: number
}

/** The result of a bucket. */
export interface BucketValue {
  readonly value: number
  readonly second: number
}

const fullTurn = 2 * Math.PI

/**
 * Collects the samples of one source into buckets. Extremes of angles and the middle sample need what the first pass
 * found, so they take a second pass over the same samples.
 */
export class Accumulator {
  readonly #kind: QuantityKind
  readonly #method: HistoryMethod
  readonly #n: Float64Array
  readonly #sums: readonly [Float64Array, Float64Array, Float64Array]
  readonly #first: readonly [Float64Array, Float64Array]
  readonly #last: readonly [Float64Array, Float64Array]
  readonly #low: Float64Array
  readonly #high: Float64Array
  readonly #isSigned: Uint8Array
  /** Second pass: samples so far, and the middle one. */
  readonly #passed: Float64Array
  readonly #middle: readonly [Float64Array, Float64Array]

  constructor(kind: QuantityKind, method: HistoryMethod, buckets: number) {
    this.#kind = kind
    this.#method = method
    const numbers = (isUsed = true): Float64Array => new Float64Array(isUsed ? buckets : 0)
    this.#n = numbers()
    this.#sums = [numbers(), numbers(kind !== 'linear'), numbers(kind === 'position')]
    this.#first = [numbers(), numbers(kind === 'position')]
    this.#last = [numbers(method === 'last'), numbers(method === 'last' && kind === 'position')]
    this.#low = numbers(isExtreme(method)).fill(Number.POSITIVE_INFINITY)
    this.#high = numbers(isExtreme(method)).fill(Number.NEGATIVE_INFINITY)
    this.#isSigned = new Uint8Array(kind === 'angle' ? buckets : 0)
    this.#passed = numbers(method === 'middle_index')
    this.#middle = [numbers(method === 'middle_index'), numbers(method === 'middle_index')]
  }

  get needsSecondPass(): boolean {
    return this.#method === 'middle_index' || (isExtreme(this.#method) && this.#kind === 'angle')
  }

  /** Samples in a bucket. */
  count(bucket: number): number {
    return this.#n[bucket] ?? 0
  }

  add(bucket: number, sample: Weighted): void {
    const { value, n } = sample
    const isFirst = this.#n[bucket] === 0
    this.#n[bucket] = (this.#n[bucket] ?? 0) + n
    this.#sumUp(bucket, sample)
    if (isFirst) put(this.#first, bucket, sample)
    put(this.#last, bucket, sample)
    if (value < 0 && this.#kind === 'angle') this.#isSigned[bucket] = 1
    if (this.#kind === 'linear') this.#widen(bucket, value - sample.down, value + sample.up)
  }

  #sumUp(bucket: number, { value, second, n }: Weighted): void {
    const [x, y, z] = this.#sums
    const vector = this.#kind === 'linear' ? undefined : vectorOf(this.#kind, value, second)
    x[bucket] = (x[bucket] ?? 0) + (vector?.[0] ?? value) * n
    if (vector === undefined) return
    y[bucket] = (y[bucket] ?? 0) + vector[1] * n
    if (this.#kind === 'position') z[bucket] = (z[bucket] ?? 0) + vector[2] * n
  }

  #widen(bucket: number, low: number, high: number): void {
    if (bucket >= this.#low.length) return
    this.#low[bucket] = Math.min(this.#low[bucket] ?? low, low)
    this.#high[bucket] = Math.max(this.#high[bucket] ?? high, high)
  }

  addAgain(bucket: number, sample: Weighted): void {
    if (this.#method === 'middle_index') this.#findMiddle(bucket, sample)
    else if (this.#kind === 'angle') {
      const away = turn(this.#mean(bucket).value, sample.value, fullTurn)
      this.#widen(bucket, away - sample.down, away + sample.up)
    }
  }

  #findMiddle(bucket: number, sample: Weighted): void {
    const before = this.#passed[bucket] ?? 0
    const index = Math.floor(this.count(bucket) / 2)
    this.#passed[bucket] = before + sample.n
    if (before <= index && index < before + sample.n) put(this.#middle, bucket, sample)
  }

  /** The sum of the vectors of a bucket. */
  #sum(bucket: number): Vector {
    const [x, y, z] = this.#sums
    return [x[bucket] ?? 0, y[bucket] ?? 0, z[bucket] ?? 0]
  }

  #mean(bucket: number): BucketValue {
    const n = this.count(bucket)
    const sum = this.#sum(bucket)
    if (this.#kind === 'linear') return { value: sum[0] / n, second: 0 }
    const direction = directionOf(sum, n)
    if (direction === undefined) return take(this.#first, bucket)
    if (this.#kind === 'angle')
      return { value: wrapAngle(angleOf(direction), this.#isSigned[bucket] === 1), second: 0 }
    const { latitude, longitude } = placeOf(direction)
    return { value: latitude, second: longitude }
  }

  /** The value of a bucket that has samples. Smoothing methods get the average. */
  result(bucket: number): BucketValue {
    if (isExtreme(this.#method)) return this.#extreme(bucket, this.#method)
    const chosen = { first: this.#first, last: this.#last, middle_index: this.#middle }
    return isChosen(this.#method) ? take(chosen[this.#method], bucket) : this.#mean(bucket)
  }

  #extreme(bucket: number, method: 'min' | 'max' | 'mid'): BucketValue {
    const [low, high] = [this.#low[bucket] ?? 0, this.#high[bucket] ?? 0]
    const value = { min: low, max: high, mid: (low + high) / 2 }[method]
    if (this.#kind !== 'angle') return { value, second: 0 }
    // Extremes of angles are relative to the mean.
    const isSigned = this.#isSigned[bucket] === 1
    return { value: wrapAngle(this.#mean(bucket).value + value, isSigned), second: 0 }
  }
}

const isExtreme = (method: HistoryMethod): method is 'min' | 'max' | 'mid' =>
  method === 'min' || method === 'max' || method === 'mid'

const isChosen = (method: HistoryMethod): method is 'first' | 'last' | 'middle_index' =>
  method === 'first' || method === 'last' || method === 'middle_index'

const put = (pair: readonly [Float64Array, Float64Array], bucket: number, sample: BucketValue): void => {
  if (bucket < pair[0].length) pair[0][bucket] = sample.value
  if (bucket < pair[1].length) pair[1][bucket] = sample.second
}

const take = (pair: readonly [Float64Array, Float64Array], bucket: number): BucketValue => ({
  value: pair[0][bucket] ?? 0,
  second: pair[1][bucket] ?? 0,
})
