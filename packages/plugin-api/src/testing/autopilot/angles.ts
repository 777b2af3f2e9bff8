/** Radians. */
export type Radians = number

const turn = 2 * Math.PI

export const degrees = (value: number): Radians => (value * Math.PI) / 180

export const degreesText = (angle: Radians): string => `${((angle * 180) / Math.PI).toFixed(1)}°`

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

export const isWithin = (a: Radians, b: Radians, limit: Radians): boolean =>
  Math.abs(turnBetween(a, b)) <= limit
