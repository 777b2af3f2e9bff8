import { radians } from '@marinedata/model'
import { sum, vectorOf, type Vector } from './water/plane.ts'
import type { Metres, Radians } from './water/units.ts'

/** The known dimensions of the boat. */
export interface BoatDesign {
  readonly length?: Metres
  /** Height of the bow roller above the water. */
  readonly bowHeight?: Metres
  /** Distance of the antenna behind the bow. */
  readonly fromBow?: Metres
  /** Distance of the antenna to starboard of the centre line. */
  readonly fromCenter?: Metres
}

/** Assumed length of a boat without a known length. */
const usualLength: Metres = 12

/** The largest possible distance of the antenna behind the bow. */
export const behindBow = ({ fromBow, length }: BoatDesign): Metres => fromBow ?? length ?? usualLength

/** The vector from the antenna to the bow. */
export const toBow = ({ fromBow = 0, fromCenter = 0 }: BoatDesign, heading: Radians): Vector =>
  sum(vectorOf(heading, fromBow), vectorOf(radians(heading - Math.PI / 2), fromCenter))
