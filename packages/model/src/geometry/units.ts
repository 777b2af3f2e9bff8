declare const unit: unique symbol

/**
 * Angles are radians internally; degrees are used only at the interfaces. The compiler accepts no plain number for an
 * angle: arithmetic and values from outside become angles with `radians` or `degrees`.
 */
export type Radians = number & { readonly [unit]: 'rad' }
/** An angle converted to degrees for display or for a device. The compiler rejects it where radians are expected. */
export type Degrees = number & { readonly [unit]: 'deg' }
export type Metres = number & { readonly [unit]?: 'm' }
export type MetresPerSecond = number & { readonly [unit]?: 'm/s' }

// With `toDegrees` the only casts to an angle: a brand exists only for the compiler.
/** The angle of a number of radians. */
export const radians = (value: number & { readonly [unit]?: 'rad' }): Radians => value as Radians

/** One degree. */
export const degree: Radians = radians(Math.PI / 180)

/** The angle of a number of degrees. */
export const degrees = (value: number & { readonly [unit]?: 'deg' }): Radians => radians(value * degree)
export const toDegrees = (angle: Radians): Degrees => (angle / degree) as Degrees

const secondsPerHour = 3_600
export const nauticalMile: Metres = 1_852
export const nauticalMiles = (value: number): Metres => value * nauticalMile
export const toNauticalMiles = (distance: Metres): number => distance / nauticalMile

export const knots = (value: number): MetresPerSecond => (value * nauticalMile) / secondsPerHour
export const toKnots = (speed: MetresPerSecond): number => (speed * secondsPerHour) / nauticalMile

/** Mean radius of the earth. Distances on this sphere are within 0.5 % of the true ones everywhere. */
export const earthRadius: Metres = 6_371_008.8
