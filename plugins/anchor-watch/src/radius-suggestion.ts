import { MarineDataError } from '@marinedata/plugin-api'
import { behindBow, type BoatDesign } from './boat-design.ts'
import { swingRadius, type RodeOut } from './rode.ts'
import type { Metres } from './water/units.ts'

/** Uncertainties in metres. */
export interface Certainty {
  /** Expected error of a fix. */
  readonly fix: Metres
  /** Uncertainty of the anchor position. */
  readonly anchor: Metres
}

const [leastRadius, mostRadius]: readonly [Metres, Metres] = [5, 2_000]
const leastMargin: Metres = 5
const leastProvisional: Metres = 30
/** Rode per metre of height that few boats exceed. */
const scope = 7
/** Assumed depth when it is unknown. */
const usualDepth: Metres = 8

/** @throws MarineDataError `invalid-value` for a radius that the crew cannot mean */
export const checkRadius = (radius: Metres): void => {
  if (Number.isFinite(radius) && radius >= leastRadius && radius <= mostRadius) return
  throw new MarineDataError(
    'invalid-value',
    `A radius of ${radius} m is outside ${leastRadius}…${mostRadius} m`,
  )
}

/** Margin, so that neither receiver errors nor a wrong anchor position raise an alarm. */
export const marginOf = ({ fix, anchor }: Certainty): Metres =>
  Math.max(leastMargin, Math.hypot(3 * fix, anchor))

/** The radius for this rode, in whole metres. */
export const suggestedRadius = (rode: RodeOut, design: BoatDesign, certainty: Certainty): Metres =>
  Math.ceil(swingRadius(rode, design) + marginOf(certainty))

/** The radius for a boat that is still paying out rode. */
export const provisionalRadius = (
  depth: Metres | undefined,
  design: BoatDesign,
  certainty: Certainty,
): Metres => {
  const height = (depth ?? usualDepth) + (design.bowHeight ?? 0)
  return Math.max(leastProvisional, Math.ceil(scope * height + behindBow(design) + marginOf(certainty)))
}
