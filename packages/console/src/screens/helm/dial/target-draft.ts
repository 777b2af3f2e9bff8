import { degree, turnBetween, radians, type ModeKind } from '@marinedata/model'
import { turned } from '#pilot/steering-kind.ts'

/** A target that is being dragged. Radians. */
export interface TargetDraft {
  readonly wanted: number
  /** Released, and waiting for a second tap because it is far from the present target. */
  readonly isWaiting: boolean
}

/** A larger change needs a second tap. */
const farDegrees = 30
/** A smaller change is a shaking hand. */
const leastDegrees = 1

export const turnInDegrees = (held: number, wanted: number): number =>
  Math.round(turnBetween(radians(held), radians(wanted)) / degree)

export const needsSecondTap = (held: number, wanted: number): boolean =>
  Math.abs(turnBetween(radians(held), radians(wanted))) > (farDegrees + 0.5) * degree

/** A target in whole degrees, relative to the present one. */
export const draftOf = (
  held: number,
  byDegrees: number,
  kind: ModeKind | undefined,
): TargetDraft | undefined => {
  if (Math.abs(byDegrees) < leastDegrees) return undefined
  const whole = Math.round(turned(held, byDegrees, kind) / degree)
  return { wanted: turned(0, whole, kind), isWaiting: false }
}
