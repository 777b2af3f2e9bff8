import { Type, type Static } from '#schema-language.ts'
import { Timestamp } from '#data/delta.ts'

const members = {
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'name of the place, such as Cockpit',
  }),
  screen: Type.String({ minLength: 1, maxLength: 32, description: 'the displayed screen' }),
  sound: Type.Boolean({ description: 'true when the browser lets the page play sound' }),
}

const Battery = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
  description: 'charge from 0 to 1; null when unknown',
})

/** The state of a console page. Send it every 5 seconds: the page is removed 15 seconds after the last one. */
export const ConsoleClientRequest = Type.Object(
  {
    ...members,
    tested: Type.Optional(
      Type.Boolean({ description: 'true when a person played the test tone to its end' }),
    ),
    battery: Type.Optional(Battery),
  },
  { $id: 'ConsoleClientRequest', additionalProperties: false },
)
export type ConsoleClientRequest = Static<typeof ConsoleClientRequest>

/** An open console page. */
export const ConsoleClient = Type.Object(
  {
    id: Type.String({ description: 'chosen by the page' }),
    ...members,
    battery: Battery,
    wakes: Type.Boolean({
      description:
        'true when an alarm sounds there: sound allowed and tested, and a stream open with the same credential',
    }),
    who: Type.String({ description: 'the signed-in person, or device.<name> for a device or token' }),
    since: Timestamp,
    age: Type.Number({ minimum: 0, description: 'seconds since the last update' }),
  },
  { $id: 'ConsoleClient' },
)
export type ConsoleClient = Static<typeof ConsoleClient>

export const ConsoleClientList = Type.Array(ConsoleClient, {
  $id: 'ConsoleClientList',
  description: 'in order of registration',
})
export type ConsoleClientList = Static<typeof ConsoleClientList>

/** The id that a page has generated for itself. */
export const ConsoleClientId = Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$' })

/** Limits of the preferences of one person. */
export const preferenceLimits = { members: 64, bytes: 49_152, levels: 8 } as const

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
