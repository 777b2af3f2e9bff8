import { degree, turnBetween, wrapFull, wrapHalf, radians } from '@marinedata/model'
import type { AutopilotDescription, ModeKind } from '@marinedata/model'
import { bearingText, sideText } from '#units/quantities.ts'
import { dodgeMode } from './pilot-report.ts'

export type Side = 'port' | 'starboard'

/** What a mode steers by. A dodging autopilot holds a heading. */
export const kindOf = (
  mode: string | null,
  description: Pick<AutopilotDescription, 'options'> | undefined,
): ModeKind | undefined => {
  if (mode === dodgeMode) return 'heading'
  // Kinds of the server's table. A newer kind is unknown here, and shown as such.
  return description?.options.modeKinds?.find(({ name }) => name === mode)?.kind as ModeKind | undefined
}

/** A target in the notation of its kind: `250`, or the side of the wind, `P38`. */
export const targetText = (target: number, kind: ModeKind | undefined): string => {
  if (kind === 'wind') return sideText(0 - target)
  return kind === 'rudder' ? sideText(target) : bearingText(target)
}

/** Adds degrees to a target: positive turns the bow to starboard in every mode. */
export const turned = (target: number, byDegrees: number, kind: ModeKind | undefined): number => {
  const sum = target + byDegrees * degree
  if (kind === 'wind') return wrapHalf(radians(sum))
  return kind === 'rudder' ? sum : wrapFull(radians(sum))
}

/** The present heading and wind. It is what an engaging autopilot would hold. */
export interface Present {
  readonly heading: number | undefined
  readonly course: number | undefined
  /** The apparent wind, positive to starboard. */
  readonly windAngle: number | undefined
}

export const presentOf = (
  kind: ModeKind | undefined,
  { heading, course, windAngle }: Present,
): number | undefined => {
  switch (kind) {
    case 'heading':
      return heading
    case 'course':
      return course
    case 'wind':
      return windAngle === undefined ? undefined : wrapHalf(radians(0 - windAngle))
    default:
      return undefined
  }
}

/** Degrees left to turn to that side; never negative. */
export const leftToTurn = (present: number, target: number, direction: Side): number => {
  const way = turnBetween(radians(present), radians(target)) / degree
  const towards = direction === 'starboard' ? way : -way
  // A slight overshoot counts as arrived, not as a whole turn.
  if (towards < -90) return towards + 360
  return Math.max(0, towards)
}
