import { Type, type Static } from '#schema-language.ts'

/** The most that is kept for one person. */
export const preferenceLimits = { members: 64, bytes: 16_384, levels: 8 } as const

const Preference = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Record(Type.String(), Type.Unknown()),
])

/** How someone likes to see things, such as units, palette, language and layout; what it means is the console's. */
export const Preferences = Type.Record(Type.String({ pattern: '^[A-Za-z0-9.-]{1,64}$' }), Preference, {
  $id: 'Preferences',
  additionalProperties: false,
  maxProperties: preferenceLimits.members,
})
export type Preferences = Static<typeof Preferences>
