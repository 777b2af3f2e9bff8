import { degrees, radians, type Radians } from '#geometry/units.ts'
import { Type } from '#schema-language.ts'

/** Units allowed in requests; radians when absent. */
export const AngleUnits = Type.Enum(['rad', 'deg'], {
  description: 'Unit of the value: radians when absent',
})
export type AngleUnits = 'rad' | 'deg'

/** Converts the angle of a request to radians. */
export const radiansOf = (body: { readonly value: number; readonly units?: AngleUnits }): Radians =>
  body.units === 'deg' ? degrees(body.value) : radians(body.value)
