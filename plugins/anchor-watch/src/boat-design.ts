import { sum, vectorOf, type Vector } from './water/plane.ts'
import type { Metres, Radians } from './water/units.ts'

/** The boat, as far as it is known. */
export interface BoatDesign {
  readonly length?: Metres
  /** From the water to the bow roller. */
  readonly bowHeight?: Metres
  /** How far the antenna is behind the bow. */
  readonly fromBow?: Metres
  /** How far it is to starboard of the middle. */
  readonly fromCenter?: Metres
}

/** What is taken for the length of a boat that does not tell it. */
const usualLength: Metres = 12

/** How far behind the bow the antenna can be at most, by what is known. */
export const behindBow = ({ fromBow, length }: BoatDesign): Metres => fromBow ?? length ?? usualLength

/** The way from the antenna to the bow: ahead, and back to the middle. */
export const toBow = ({ fromBow = 0, fromCenter = 0 }: BoatDesign, heading: Radians): Vector =>
  sum(vectorOf(heading, fromBow), vectorOf(heading - Math.PI / 2, fromCenter))
