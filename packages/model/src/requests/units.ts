import { Type } from '#schema-language.ts'

declare const unit: unique symbol

/**
 * Angles are radians internally; degrees are used only at the interfaces. The compiler rejects a value marked as
 * another unit. A plain number is accepted, because arithmetic on angles gives plain numbers.
 */
export type Radians = number & { readonly [unit]?: 'rad' }
export type Metres = number & { readonly [unit]?: 'm' }
/** An angle converted to degrees for display or for a device. The compiler rejects it where radians are expected. */
export type Degrees = number & { readonly [unit]: 'deg' }

const radiansPerDegree = Math.PI / 180

export const degrees = (value: number): Radians => value * radiansPerDegree
// The only conversion to degrees, so the only place with this cast.
export const toDegrees = (angle: Radians): Degrees => (angle / radiansPerDegree) as Degrees

/** Units allowed in requests; radians when absent. */
export const AngleUnits = Type.Enum(['rad', 'deg'], {
  description: 'Unit of the value: radians when absent',
})
export type AngleUnits = 'rad' | 'deg'

/** Converts the angle of a request to radians. */
export const radiansOf = (body: { readonly value: number; readonly units?: AngleUnits }): Radians =>
  body.units === 'deg' ? degrees(body.value) : body.value
