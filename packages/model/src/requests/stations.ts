import { Type, type Static } from '#schema-language.ts'
import { Timestamp } from '#data/delta.ts'

const members = {
  name: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'as people call the place, such as Cockpit',
  }),
  screen: Type.String({ minLength: 1, maxLength: 32, description: 'what it shows' }),
  sound: Type.Boolean({ description: 'armed: the page may use the loudspeaker' }),
}

const Battery = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
  description: 'from 0 to 1; null when it is not known',
})

/** What a page says of itself: to be said every five seconds, as it is forgotten fifteen after the last word. */
export const StationRequest = Type.Object(
  {
    ...members,
    tested: Type.Optional(
      Type.Boolean({ description: 'someone there had the test tone played, and it was played to its end' }),
    ),
    battery: Type.Optional(Battery),
  },
  { $id: 'StationRequest', additionalProperties: false },
)
export type StationRequest = Static<typeof StationRequest>

/** A console page that is open somewhere aboard. */
export const Station = Type.Object(
  {
    id: Type.String({ description: 'chosen by the page' }),
    ...members,
    battery: Battery,
    wakes: Type.Boolean({
      description:
        'an alarm will be heard there: armed, tested, and a stream is open under the same credential',
    }),
    who: Type.String({ description: 'who is signed in there' }),
    since: Timestamp,
    age: Type.Number({ minimum: 0, description: 'seconds since it was last heard' }),
  },
  { $id: 'Station' },
)
export type Station = Static<typeof Station>

export const StationList = Type.Array(Station, { $id: 'StationList', description: 'in the order of coming' })
export type StationList = Static<typeof StationList>

/** The name that a page has chosen for itself. */
export const StationId = Type.String({ pattern: '^[A-Za-z0-9-]{8,64}$' })
