import { MarineDataError } from '@marinedata/plugin-api'
import { behindBow, type BoatDesign } from './boat-design.ts'
import type { Metres } from './water/units.ts'

/** The rode between the bow and the anchor. */
export interface RodeOut {
  readonly rodeLength: Metres
  /** Water depth at the anchor. */
  readonly anchorDepth: Metres
}

const refuse = (message: string): never => {
  throw new MarineDataError('invalid-value', message)
}

/** @throws MarineDataError `invalid-value` when the rode is impossible */
export const checkRode = ({ rodeLength, anchorDepth }: RodeOut, { bowHeight = 0 }: BoatDesign): void => {
  if (!Number.isFinite(rodeLength) || rodeLength <= 0)
    refuse(`A rode of ${rodeLength} m: it must be longer than 0 m`)
  if (!Number.isFinite(anchorDepth) || anchorDepth < 0)
    refuse(`A depth of ${anchorDepth} m at the anchor: it must be 0 m or more`)
  const height = anchorDepth + bowHeight
  if (rodeLength < height)
    refuse(`A rode of ${rodeLength} m does not reach the sea-bed, ${height.toFixed(1)} m below the bow`)
}

/** Horizontal distance from the anchor to the bow with a straight rode. */
export const reachOf = ({ rodeLength, anchorDepth }: RodeOut, { bowHeight = 0 }: BoatDesign): Metres =>
  Math.sqrt(rodeLength ** 2 - (anchorDepth + bowHeight) ** 2)

/** Largest horizontal distance from the anchor to the antenna. */
export const swingRadius = (rode: RodeOut, design: BoatDesign): Metres =>
  reachOf(rode, design) + behindBow(design)
