import type { Seconds } from '#water/units.ts'

/** A moment by the clock, to the second. */
export const clockText = (clock: Seconds): string => new Date(Math.round(clock) * 1_000).toISOString()
