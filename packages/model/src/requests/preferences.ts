import { Type, type Static } from '#schema-language.ts'

/** Limits of the preferences of one person. */
export const preferenceLimits = { members: 64, bytes: 16_384, levels: 8 } as const

const Preference = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Record(Type.String(), Type.Unknown()),
])

/** Display preferences of a person, such as units, palette, language and layout. Only the console interprets them. */
export const Preferences = Type.Record(Type.String({ pattern: '^[A-Za-z0-9.-]{1,64}$' }), Preference, {
  $id: 'Preferences',
  additionalProperties: false,
  maxProperties: preferenceLimits.members,
})
export type Preferences = Static<typeof Preferences>
