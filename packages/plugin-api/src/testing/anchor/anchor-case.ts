import type { Position } from '@marinedata/model'
import type { AnchorTrial } from './anchor-trial.ts'

/** One case of the suite. Each runs with a provider that has just been started with empty storage. */
export interface AnchorCase {
  readonly title: string
  /** Where the boat lies, when it matters. */
  readonly home?: Position
  readonly check: (trial: AnchorTrial) => Promise<void>
}
