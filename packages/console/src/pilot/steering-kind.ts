import { turnBetween, wrapFull, wrapHalf } from '@marinedata/model'
import type { AutopilotDescription, ModeKind } from '@marinedata/model'
import { bearingText, sideText } from '#units/quantities.ts'
import { dodgeMode } from './pilot-report.ts'

export type Side = 'port' | 'starboard'

const degree = Math.PI / 180

/** What a mode steers by. While it dodges, a pilot holds a heading. */
export const kindOf = (
  mode: string | null,
  description: Pick<AutopilotDescription, 'options'> | undefined,
): ModeKind | undefined => {
  if (mode === dodgeMode) return 'heading'
  // The kinds of the server's own table; a newer one would be unknown here, and is shown as such.
  return description?.options.modeKinds?.find(({ name }) => name === mode)?.kind as ModeKind | undefined
}

/** A target in the words of its kind: `250`, or the side that the wind is to come from, `P38`. */
export const targetText = (target: number, kind: ModeKind | undefined): string => {
  if (kind === 'wind') return sideText(0 - target)
  return kind === 'rudder' ? sideText(target) : bearingText(target)
}

/** Turned by so many degrees: positive turns the bow to starboard, whatever it steers by. */
export const turned = (target: number, byDegrees: number, kind: ModeKind | undefined): number => {
  const sum = target + byDegrees * degree
  if (kind === 'wind') return wrapHalf(sum)
  return kind === 'rudder' ? sum : wrapFull(sum)
}

/** What an engaging pilot would hold, or the way that the boat goes now by that kind; undefined when it is not known. */
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
      return windAngle === undefined ? undefined : wrapHalf(0 - windAngle)
    default:
      return undefined
  }
}

/** How many degrees are left to turn to that side; never negative. */
export const leftToTurn = (present: number, target: number, direction: Side): number => {
  const way = turnBetween(present, target) / degree
  const towards = direction === 'starboard' ? way : -way
  // A little past it is there, not a whole turn away.
  if (towards < -90) return towards + 360
  return Math.max(0, towards)
}
