import { wrapFull, type ModeKind, radians } from '@marinedata/model'
import type { Side } from '#pilot/pilots.ts'

export type TurnKind = 'tack' | 'gybe'

export interface Wind {
  /** Apparent, positive to starboard. */
  readonly angle: number | undefined
  /** True direction the wind comes from, in the reference of the target. */
  readonly direction: number | undefined
}

export interface TurnSide {
  readonly direction: Side
  /** The side of the wind, if it prevents this turn. */
  readonly windInTheWay: Side | undefined
  /** The target after the turn; undefined if only the autopilot knows. */
  readonly target: number | undefined
  /** Whether the autopilot may choose a slightly different target: it has its own wind, at the moment of the turn. */
  readonly isEstimate: boolean
}

const half = Math.PI

/** Whether the manoeuvre makes sense: a tack with the wind forward of the beam, a gybe with the wind well aft. */
export const isOffered = (kind: TurnKind, trueWindAngle: number | undefined): boolean => {
  if (trueWindAngle === undefined) return true
  const angle = Math.abs(trueWindAngle)
  return kind === 'tack' ? angle < half / 2 : angle > (2 * half) / 3
}

/** The side of the wind: from the wind target, otherwise from the apparent wind. */
const windSide = (kind: ModeKind | undefined, target: number, wind: Wind): Side | undefined => {
  const angle = kind === 'wind' ? 0 - target : wind.angle
  if (angle === undefined || angle === 0) return undefined
  return angle > 0 ? 'starboard' : 'port'
}

/** The target mirrored at the wind. */
const mirrored = (kind: ModeKind | undefined, target: number, { direction }: Wind): number | undefined => {
  if (kind === 'wind') return 0 - target
  return direction === undefined ? undefined : wrapFull(radians(2 * direction - target))
}

/** Both sides; a tack turns towards the wind, a gybe away from it. */
export const turnSides = (
  turn: TurnKind,
  { kind, target }: { readonly kind: ModeKind | undefined; readonly target: number },
  wind: Wind,
): readonly TurnSide[] => {
  const side = windSide(kind, target, wind)
  return (['port', 'starboard'] as const).map((direction) => {
    const isPossible = side === undefined || (direction === side) === (turn === 'tack')
    return {
      direction,
      windInTheWay: isPossible ? undefined : side,
      target: isPossible ? mirrored(kind, target, wind) : undefined,
      isEstimate: kind !== 'wind',
    }
  })
}
