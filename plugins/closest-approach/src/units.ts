export type Metres = number
export type MetresPerSecond = number
export type Radians = number
/** A duration, or a time on the clock in use. */
export type Seconds = number

export const radians = (degrees: number): Radians => (degrees * Math.PI) / 180
export const knots = (value: number): MetresPerSecond => (value * 1_852) / 3_600
export const nauticalMiles = (value: number): Metres => value * 1_852
export const inNauticalMiles = (distance: Metres): number => distance / 1_852
