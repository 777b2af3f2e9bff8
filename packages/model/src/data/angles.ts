import type { Radians } from '#requests/units.ts'

const turn = 2 * Math.PI

/** Into [0, 2π). */
export const wrapFull = (angle: Radians): Radians => {
  const wrapped = angle % turn
  const positive = wrapped < 0 ? wrapped + turn : wrapped
  // The sum of a tiny negative angle and a whole turn is a whole turn.
  return positive >= turn ? 0 : positive + 0
}

/** Into (−π, π]. */
export const wrapHalf = (angle: Radians): Radians => {
  const full = wrapFull(angle)
  return full > Math.PI ? full - turn : full
}

/** The shortest way from one direction to the other, positive to starboard. */
export const turnBetween = (from: Radians, to: Radians): Radians => wrapHalf(to - from)

/** As far to the other side. */
export const opposite = (angle: Radians): Radians => 0 - angle
