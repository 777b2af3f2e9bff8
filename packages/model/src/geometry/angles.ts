import { radians, type Radians } from './units.ts'

const turn = 2 * Math.PI

/** Wraps an angle into [0, 2π). */
export const wrapFull = (angle: Radians): Radians => {
  const wrapped = angle % turn
  const positive = wrapped < 0 ? wrapped + turn : wrapped
  // A tiny negative angle plus 2π rounds to 2π.
  return radians(positive >= turn ? 0 : positive + 0)
}

/** Wraps an angle into (−π, π]. */
export const wrapHalf = (angle: Radians): Radians => {
  const full = wrapFull(angle)
  return radians(full > Math.PI ? full - turn : full)
}

/** The shortest turn from one direction to the other, positive to starboard. */
export const turnBetween = (from: Radians, to: Radians): Radians => wrapHalf(radians(to - from))

/** The same angle to the other side. */
export const opposite = (angle: Radians): Radians => radians(0 - angle)
