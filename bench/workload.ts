import { BenchError } from './bench-error.ts'
import type { Plan } from './plan.ts'
import type { TargetName } from './targets/targets.ts'

/** The result of one run of one target; `extra` has further numbers of the same run, such as `p99Ms`. */
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
  /** The required figure, as text. */
  readonly target: string
  readonly ok: boolean
}

/**
 * Checks that a target was measured at all, with any result.
 * @throws BenchError when the figure is not a number, or when nothing that was sent to ours arrived
 */
export const requireMeasured = (
  { isOverload = false }: Pick<Workload, 'isOverload'>,
  target: TargetName,
  { value, extra }: Reading,
): void => {
  if (!Number.isFinite(value)) throw new BenchError(`the figure of ${target} is ${value}, not a number`)
  const arrived = extra['deliveredRatio'] ?? extra['arrivedRatio'] ?? 1
  // A bare engine may be overloaded: its figure then covers what it did deliver.
  if (target === 'ours' && !isOverload && !(arrived > 0))
    throw new BenchError('nothing that was sent to ours arrived')
}

export interface Workload {
  readonly name: string
  readonly unit: string
  /** Also measured against the corked engine, when there is time. */
  readonly hasCorked?: boolean
  /** More is sent than any target can deliver. */
  readonly isOverload?: boolean
  /** A larger size of another workload, which the short form leaves out. */
  readonly isLarge?: boolean
  /** Runs of each target; default as in the plan. */
  readonly repetitions?: number
  measure(target: TargetName, plan: Plan): Promise<Reading>
  judge?(readings: Readings): Verdict
}
