import { behindBow, type BoatDesign } from './boat-design.ts'
import { swingRadius, type RodeOut } from './rode.ts'
import type { Metres } from './water/units.ts'

/** How sure one is of where things are. */
export interface Certainty {
  /** How far off a fix usually is. */
  readonly fix: Metres
  /** How far the anchor may be from where it is thought to be. */
  readonly anchor: Metres
}

const leastMargin: Metres = 5
const leastProvisional: Metres = 30
/** Rode for each metre of height that few boats exceed. */
const scope = 7
/** What is taken for a depth that is not known. */
const usualDepth: Metres = 8

/** What is added to the swing, so that neither the receiver nor a wrong anchor raises an alarm. */
export const marginOf = ({ fix, anchor }: Certainty): Metres =>
  Math.max(leastMargin, Math.hypot(3 * fix, anchor))

/** A radius that a boat on this rode does not leave, in whole metres. */
export const suggestedRadius = (rode: RodeOut, design: BoatDesign, certainty: Certainty): Metres =>
  Math.ceil(swingRadius(rode, design) + marginOf(certainty))

/** A radius for a boat that is still paying out its rode. */
export const provisionalRadius = (
  depth: Metres | undefined,
  design: BoatDesign,
  certainty: Certainty,
): Metres => {
  const height = (depth ?? usualDepth) + (design.bowHeight ?? 0)
  return Math.max(leastProvisional, Math.ceil(scope * height + behindBow(design) + marginOf(certainty)))
}
