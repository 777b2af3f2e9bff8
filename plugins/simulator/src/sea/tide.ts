import type { MetresPerSecond, Radians, Seconds } from '../units.ts'
import { vectorOf, type Vector } from '../vector.ts'

export interface TidalCurrent {
  /** Where it flows to when it is strongest, from true north. */
  readonly set: Radians
  /** How strong it is then. */
  readonly drift: MetresPerSecond
}

const period: Seconds = 12.42 * 3_600

/** Water that moves to and fro with the tide; strongest at the beginning. */
export const tideAt = (time: Seconds, { set, drift }: TidalCurrent): Vector =>
  vectorOf(set, drift * Math.cos((2 * Math.PI * time) / period))
