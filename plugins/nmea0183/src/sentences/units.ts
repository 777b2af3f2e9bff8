export type Radians = number
export type Metres = number
export type MetresPerSecond = number
/** Milliseconds, where Node's clocks and dates use them. */
export type Milliseconds = number

const turn = 2 * Math.PI

export const radians = (degrees: number): Radians => (degrees * Math.PI) / 180
export const knots = (value: number): MetresPerSecond => (value * 1_852) / 3_600
export const nauticalMiles = (value: number): Metres => value * 1_852

/** Into [0, 2π). */
export const wrapFull = (angle: Radians): Radians => {
  const rest = angle % turn
  const positive = rest < 0 ? rest + turn : rest
  // A tiny negative angle plus a whole turn rounds to a whole turn. Also avoids negative zero.
  return positive >= turn ? 0 : positive + 0
}

/** Into (−π, π]. */
export const wrapHalf = (angle: Radians): Radians => {
  const full = wrapFull(angle)
  return full > Math.PI ? full - turn : full
}
