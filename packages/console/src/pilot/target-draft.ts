import { degree, turnBetween, type ModeKind, wrapFull, radians } from '@marinedata/model'
import { useComputed, type ReadonlySignal } from '@preact/signals'
import { disabledReasonText, usePilot, type Pilot } from './pilot.ts'
import { turned, type Side, isDodging } from './pilots.ts'
import { t } from '#words/words.ts'

/** A target in radians that is being dragged. */
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

/** The digits typed so far, and the side of the wind. */
export interface PadEntry {
  readonly digits: string
  readonly side: Side
}

const mostDigits = 3

export const typed = (entry: PadEntry, digit: string): PadEntry =>
  entry.digits.length < mostDigits ? { ...entry, digits: entry.digits + digit } : entry

export const erased = (entry: PadEntry): PadEntry => ({ ...entry, digits: entry.digits.slice(0, -1) })

/** The typed target; undefined while invalid. A wind target is positive with the wind on port. */
export const entryTarget = ({ digits, side }: PadEntry, kind: ModeKind | undefined): number | undefined => {
  if (digits === '') return undefined
  const angle = Number(digits)
  if (kind === 'wind') {
    if (angle > 180) return undefined
    return angle * degree * (side === 'port' ? 1 : -1) + 0
  }
  return angle > 360 ? undefined : wrapFull(radians(angle * degree))
}

/** Why the target cannot be changed; undefined if it can. */
export const whyNotAim = ({ disabledReason, lease, pilots }: Pilot): string | undefined => {
  if (disabledReason.value !== undefined) return disabledReasonText(disabledReason.value, lease.other.value)
  const report = pilots.chosen.value
  if (report?.isEngaged !== true || report.target === null) return t('helm.notSteering')
  if (isDodging(report)) return undefined
  if (pilots.kind.value === 'route') return t('helm.routeSteers')
  return whyNoTarget(pilots)
}

/** Why the pilot takes neither a target nor a step. */
const whyNoTarget = (pilots: Pilot['pilots']): string | undefined => {
  const action = pilots.action('set-target')
  const isPossible = action?.available !== false || pilots.action('step')?.available === true
  return isPossible ? undefined : (action.reason ?? t('helm.notSteering'))
}

export const useMayAim = (): ReadonlySignal<boolean> => {
  const pilot = usePilot()
  return useComputed(() => whyNotAim(pilot) === undefined)
}
