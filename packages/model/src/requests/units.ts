import { Type } from '#schema-language.ts'

declare const unit: unique symbol

/**
 * Angles inside are radians; degrees exist only at the edge. Whatever is known to be in another unit is not taken for
 * radians; a plain number is, because the sum of two angles is one.
 */
export type Radians = number & { readonly [unit]?: 'rad' }
export type Metres = number & { readonly [unit]?: 'm' }
/** An angle that was turned into degrees, for people or for a device: the compiler refuses it where radians are wanted. */
export type Degrees = number & { readonly [unit]: 'deg' }

const radiansPerDegree = Math.PI / 180

export const degrees = (value: number): Radians => value * radiansPerDegree
// The one place where degrees are made, and marked as such.
export const toDegrees = (angle: Radians): Degrees => (angle / radiansPerDegree) as Degrees

/** Units a request may name; absent means radians. */
export const AngleUnits = Type.Enum(['rad', 'deg'], {
  description: 'Unit of the value: radians when absent',
})
export type AngleUnits = 'rad' | 'deg'

/** The one place where a request's angle becomes radians. */
export const radiansOf = (body: { readonly value: number; readonly units?: AngleUnits }): Radians =>
  body.units === 'deg' ? degrees(body.value) : body.value
