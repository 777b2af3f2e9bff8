import { angleOf, placeOf, vectorOf, wrapAngle, type Vector } from '#quantities/means.ts'
import type { QuantityKind } from '#quantities/quantities.ts'
import type { BucketValue } from './accumulator.ts'
import type { PlannedColumn } from './plan.ts'

const add = (one: Vector, other: Vector, weight: number): Vector => [
  one[0] + other[0] * weight,
  one[1] + other[1] * weight,
  one[2] + other[2] * weight,
]

const zero: Vector = [0, 0, 0]

const valueOf = (kind: QuantityKind, vector: Vector, isSigned: boolean): BucketValue => {
  if (kind === 'linear') return { value: vector[0], second: 0 }
  if (kind === 'angle') return { value: wrapAngle(angleOf(vector), isSigned), second: 0 }
  const { latitude, longitude } = placeOf(vector)
  return { value: latitude, second: longitude }
}

/** The mean of the averages of the last buckets, those without data left out. */
const movingAverage = (vectors: readonly (Vector | undefined)[], window: number): (Vector | undefined)[] => {
  let [sum, count] = [zero, 0]
  return vectors.map((vector, index) => {
    const left = vectors[index - window]
    if (left !== undefined) [sum, count] = [add(sum, left, -1), count - 1]
    if (vector === undefined) return undefined
    ;[sum, count] = [add(sum, vector, 1), count + 1]
    return add(zero, sum, 1 / count)
  })
}

const exponentialAverage = (
  vectors: readonly (Vector | undefined)[],
  alpha: number,
): (Vector | undefined)[] => {
  let average: Vector | undefined
  return vectors.map((vector) => {
    if (vector === undefined) return undefined
    average = average === undefined ? vector : add(add(zero, average, 1 - alpha), vector, alpha)
    return average
  })
}

/** Smooths the averages of buckets. An empty bucket stays empty. */
export const smoothed = (
  values: readonly (BucketValue | undefined)[],
  { kind, method, parameter }: PlannedColumn,
): (BucketValue | undefined)[] => {
  const vectors = values.map((value) =>
    value === undefined ? undefined : vectorOf(kind, value.value, value.second),
  )
  const averages =
    method === 'sma' ? movingAverage(vectors, parameter) : exponentialAverage(vectors, parameter)
  const isSigned = values.some((value) => value !== undefined && value.value < 0)
  return averages.map((average) => (average === undefined ? undefined : valueOf(kind, average, isSigned)))
}
