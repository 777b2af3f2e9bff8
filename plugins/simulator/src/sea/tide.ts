import type { MetresPerSecond, Radians, Seconds } from '../units.ts'
import { vectorOf, type Vector } from '../vector.ts'

export interface TidalCurrent {
  /** Direction of the flow at its maximum, from true north. */
  readonly set: Radians
  /** Its maximum speed. */
  readonly drift: MetresPerSecond
}

const period: Seconds = 12.42 * 3_600

/** A tidal current, with its maximum at the start. */
export const tideAt = (time: Seconds, { set, drift }: TidalCurrent): Vector =>
  vectorOf(set, drift * Math.cos((2 * Math.PI * time) / period))
