export { knots, nauticalMiles, toKnots as inKnots } from '@marinedata/model'

const turn = 2 * Math.PI

export type Radians = number
export type Metres = number
export type MetresPerSecond = number
export type Seconds = number

export const degrees = (value: number): Radians => (value * Math.PI) / 180
export const inDegrees = (angle: Radians): number => (angle * 180) / Math.PI

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

/** The shortest turn from one direction to the other, positive to starboard. */
export const turnBetween = (from: Radians, to: Radians): Radians => wrapHalf(to - from)

export const clamped = (value: number, most: number): number => Math.max(-most, Math.min(most, value))
