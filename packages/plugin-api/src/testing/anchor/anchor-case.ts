import type { Position } from '@marinedata/model'
import type { AnchorTrial } from './anchor-trial.ts'

/** One promise of an anchor watch. Each is tried with a provider of its own that has just been started and keeps nothing. */
export interface AnchorCase {
  readonly title: string
  /** Where the boat lies, when it matters. */
  readonly home?: Position
  readonly check: (trial: AnchorTrial) => Promise<void>
}
