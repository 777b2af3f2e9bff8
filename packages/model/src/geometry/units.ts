declare const unit: unique symbol

/**
 * Angles are radians internally; degrees are used only at the interfaces. The compiler rejects a value marked as
 * another unit. A plain number is accepted, because arithmetic on angles gives plain numbers.
 */
export type Radians = number & { readonly [unit]?: 'rad' }
export type Metres = number & { readonly [unit]?: 'm' }
/** An angle converted to degrees for display or for a device. The compiler rejects it where radians are expected. */
export type Degrees = number & { readonly [unit]: 'deg' }

/** One degree. */
export const degree: Radians = Math.PI / 180

export const degrees = (value: number): Radians => value * degree
// The only conversion to degrees, so the only place with this cast.
export const toDegrees = (angle: Radians): Degrees => (angle / degree) as Degrees

export const nauticalMile: Metres = 1_852

/** Mean radius of the earth. Distances on this sphere are within 0.5 % of the true ones everywhere. */
export const earthRadius: Metres = 6_371_008.8
