export type Radians = number
export type Metres = number
export type MetresPerSecond = number
/** Milliseconds, where Node's clocks and dates count so. */
export type Milliseconds = number

const turn = 2 * Math.PI

export const radians = (degrees: number): Radians => (degrees * Math.PI) / 180
export const knots = (value: number): MetresPerSecond => (value * 1_852) / 3_600
export const nauticalMiles = (value: number): Metres => value * 1_852

/** Into [0, 2π). */
export const wrapFull = (angle: Radians): Radians => {
  const rest = angle % turn
  const positive = rest < 0 ? rest + turn : rest
  // A whole turn and a tiny negative angle make a whole turn again; and there is no negative zero.
  return positive >= turn ? 0 : positive + 0
}

/** Into (−π, π]. */
export const wrapHalf = (angle: Radians): Radians => {
  const full = wrapFull(angle)
  return full > Math.PI ? full - turn : full
}
