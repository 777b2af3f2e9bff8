const fullTurn = 360

/** 0 ≤ angle < 360. */
export const wrapFull = (degrees: number): number => ((degrees % fullTurn) + fullTurn) % fullTurn

/** −180 ≤ angle < 180. */
export const wrapHalf = (degrees: number): number => wrapFull(degrees + 180) - 180
