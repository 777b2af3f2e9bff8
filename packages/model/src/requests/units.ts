import { Type } from '#schema-language.ts'

/** Angles inside are radians; degrees exist only at the edge. The brand keeps the two apart. */
export type Radians = number & { readonly unit?: 'rad' }
export type Metres = number & { readonly unit?: 'm' }

const radiansPerDegree = Math.PI / 180

export const degrees = (value: number): Radians => value * radiansPerDegree
export const toDegrees = (angle: Radians): number => angle / radiansPerDegree

/** Units a request may name; absent means radians. */
export const AngleUnits = Type.Enum(['rad', 'deg'], {
  description: 'Unit of the value: radians when absent',
})
export type AngleUnits = 'rad' | 'deg'

/** The one place where a request's angle becomes radians. */
export const radiansOf = (body: { readonly value: number; readonly units?: AngleUnits }): Radians =>
  body.units === 'deg' ? degrees(body.value) : body.value
