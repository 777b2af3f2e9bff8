import { turnBetween, type ModeKind } from '@marinedata/model'
import { turned } from '#pilot/steering-kind.ts'

/** A target that a finger is about to ask for. Radians. */
export interface TargetDraft {
  readonly wanted: number
  /** Let go, and waiting for a second tap, as it is far from what the pilot holds. */
  readonly isWaiting: boolean
}

const degree = Math.PI / 180
/** What is further away than this needs a second tap. */
const farDegrees = 30
/** Less is a shaking hand. */
const leastDegrees = 1

export const turnInDegrees = (held: number, wanted: number): number =>
  Math.round(turnBetween(held, wanted) / degree)

export const needsSecondTap = (held: number, wanted: number): boolean =>
  Math.abs(turnBetween(held, wanted)) > (farDegrees + 0.5) * degree

/** A target in whole degrees, turned away from the present one by so much. */
export const draftOf = (
  held: number,
  byDegrees: number,
  kind: ModeKind | undefined,
): TargetDraft | undefined => {
  if (Math.abs(byDegrees) < leastDegrees) return undefined
  const whole = Math.round(turned(held, byDegrees, kind) / degree)
  return { wanted: turned(0, whole, kind), isWaiting: false }
}
