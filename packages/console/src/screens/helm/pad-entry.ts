import { degree, wrapFull, radians, type ModeKind } from '@marinedata/model'
import type { Side } from '#pilot/steering-kind.ts'

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
