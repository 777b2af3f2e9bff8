/** Limits of the watch, in metres. */
export const radiusLimits = { least: 5, most: 2_000 } as const

export const clampedRadius = (metres: number): number =>
  Math.min(Math.max(metres, radiusLimits.least), radiusLimits.most)

export const upToFive = (metres: number): number => Math.ceil(metres / 5 - 1e-9) * 5

const roomBeyond = 1.25
const leastMore = 10

/** A circle with room for the present distance, and larger than the present limit. */
export const extendedRadius = (distance: number, limit: number): number =>
  clampedRadius(upToFive(Math.max(distance * roomBeyond, limit + leastMore)))
