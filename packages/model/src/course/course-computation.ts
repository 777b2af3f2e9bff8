import { Position } from '#data/position.ts'
import { Type, type Static } from '#schema-language.ts'

const strict = { additionalProperties: false } as const
const direction = (description: string) =>
  Type.Number({ minimum: 0, exclusiveMaximum: 2 * Math.PI, description: `${description}; true, in radians` })
const speed = (description: string, minimum: number) =>
  Type.Optional(Type.Number({ minimum, maximum: 100, description: `${description}, in m/s` }))

/** The moment for which a provider computes the course. A value that is not known is absent. */
export const CourseQuestion = Type.Object(
  {
    position: Position,
    origin: Position,
    waypoint: Position,
    speedOverGround: speed('speed of the boat over ground', 0),
    courseOverGround: Type.Optional(direction('course of the boat over ground')),
    magneticVariation: Type.Optional(
      Type.Number({ minimum: -Math.PI, maximum: Math.PI, description: 'positive to the east, in radians' }),
    ),
    deadline: Type.Number({ description: 'seconds from now' }),
  },
  { $id: 'CourseQuestion' },
)
export type CourseQuestion = Omit<Static<typeof CourseQuestion>, 'deadline'>

/** The numbers of a course at one moment. The names are those of `CourseGuidance`. */
export const CourseAnswer = Type.Object(
  {
    bearing: direction('from the boat to the waypoint'),
    distance: Type.Number({ minimum: 0, maximum: 4e7, description: 'metres from the boat to the waypoint' }),
    legBearing: direction('direction of the leg at its start'),
    trackBearing: direction('direction of the leg where the boat is'),
    crossTrack: Type.Number({
      minimum: -2e7,
      maximum: 2e7,
      description: 'metres from the leg; positive when the boat is to starboard of it',
    }),
    velocityMadeGood: speed('speed towards the waypoint; negative when the boat goes away from it', -100),
    timeToGo: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e9,
        description: 'seconds until the boat is at the waypoint; absent when it does not come nearer',
      }),
    ),
  },
  { $id: 'CourseAnswer', ...strict },
)
export type CourseAnswer = Static<typeof CourseAnswer>

/** The plugins that can compute the course. Without a chosen one the server computes it. */
export const CourseProviderList = Type.Record(
  Type.String(),
  Type.Object({ isChosen: Type.Boolean({ description: 'true for the plugin that the owner has chosen' }) }),
  { $id: 'CourseProviderList' },
)
export type CourseProviderList = Static<typeof CourseProviderList>
