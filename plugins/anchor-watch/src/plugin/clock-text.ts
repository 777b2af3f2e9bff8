import type { Seconds } from '#water/units.ts'

/** A time as text, to the second. */
export const clockText = (clock: Seconds): string => new Date(Math.round(clock) * 1_000).toISOString()
