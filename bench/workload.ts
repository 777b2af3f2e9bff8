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

export interface Workload {
  readonly name: string
  readonly unit: string
  /** Measured against the corked engine too, when there is time. */
  readonly hasCorked?: boolean
  /** How many runs of each target; as many as the plan says when absent. */
  readonly repetitions?: number
  measure(target: TargetName, plan: Plan): Promise<Reading>
  judge?(readings: Readings): Verdict
}
