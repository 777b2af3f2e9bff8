import { MarineDataError } from '@marinedata/plugin-api'
import { behindBow, type BoatDesign } from './boat-design.ts'
import type { Metres } from './water/units.ts'

/** What lies between the bow and the anchor. */
export interface RodeOut {
  readonly rodeLength: Metres
  /** Of the water at the anchor. */
  readonly anchorDepth: Metres
}

const refuse = (message: string): never => {
  throw new MarineDataError('invalid-value', message)
}

/** @throws MarineDataError `invalid-value` when no such rode can hold a boat */
export const checkRode = ({ rodeLength, anchorDepth }: RodeOut, { bowHeight = 0 }: BoatDesign): void => {
  if (!Number.isFinite(rodeLength) || rodeLength <= 0)
    refuse(`A rode of ${rodeLength} m: it must be longer than 0 m`)
  if (!Number.isFinite(anchorDepth) || anchorDepth < 0)
    refuse(`A depth of ${anchorDepth} m at the anchor: it must be 0 m or more`)
  const height = anchorDepth + bowHeight
  if (rodeLength < height)
    refuse(`A rode of ${rodeLength} m does not reach the sea-bed, ${height.toFixed(1)} m below the bow`)
}

/** How far the bow can be from the anchor, along the water, with the rode pulled straight. */
export const reachOf = ({ rodeLength, anchorDepth }: RodeOut, { bowHeight = 0 }: BoatDesign): Metres =>
  Math.sqrt(rodeLength ** 2 - (anchorDepth + bowHeight) ** 2)

/** How far the antenna can be from the anchor. */
export const swingRadius = (rode: RodeOut, design: BoatDesign): Metres =>
  reachOf(rode, design) + behindBow(design)
