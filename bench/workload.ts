import { BenchError } from './bench-error.ts'
import type { Plan } from './plan.ts'
import type { TargetName } from './targets/targets.ts'

/** What one run of one target gave; `extra` are further numbers of the same run, such as `p99Ms`. */
export interface Reading {
  readonly value: number
  readonly extra: Readonly<Record<string, number>>
}

/** Medians over the repetitions, by target. */
export interface Readings {
  readonly ours: Reading
  readonly bare: Reading
  readonly corked?: Reading
  readonly peer?: Reading
}

export interface Verdict {
  /** What is asked of us, in words. */
  readonly target: string
  readonly ok: boolean
}

/**
 * Asks that a target was measured at all, however well or badly it did.
 * @throws BenchError when the figure is not a number, or when nothing that was sent to ours arrived
 */
export const requireMeasured = (
  { isOverload = false }: Pick<Workload, 'isOverload'>,
  target: TargetName,
  { value, extra }: Reading,
): void => {
  if (!Number.isFinite(value)) throw new BenchError(`the figure of ${target} is ${value}, not a number`)
  const arrived = extra['deliveredRatio'] ?? extra['arrivedRatio'] ?? 1
  // A bare engine may drown: its figure is then of what it did deliver.
  if (target === 'ours' && !isOverload && !(arrived > 0))
    throw new BenchError('nothing that was sent to ours arrived')
}

export interface Workload {
  readonly name: string
  readonly unit: string
  /** Measured against the corked engine too, when there is time. */
  readonly hasCorked?: boolean
  /** More is sent than anyone can deliver. */
  readonly isOverload?: boolean
  /** How many runs of each target; as many as the plan says when absent. */
  readonly repetitions?: number
  measure(target: TargetName, plan: Plan): Promise<Reading>
  judge?(readings: Readings): Verdict
}
