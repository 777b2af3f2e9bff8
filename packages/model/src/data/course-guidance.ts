import { Type, type Static } from '#schema-language.ts'
import { Position } from './position.ts'

const strict = { additionalProperties: false } as const
const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape, description: string) =>
  Type.Union([shape, Type.Null()], { description })
const trueDirection = (description: string) =>
  Type.Number({ minimum: 0, exclusiveMaximum: 2 * Math.PI, description: `${description}; radians, true` })

/** A point of the course. */
export const GuidanceWaypoint = Type.Object(
  {
    name: Type.String({ description: 'for people, such as "Lightship" or "Round the bank 2/3"' }),
    number: Type.Integer({ minimum: 1, description: 'number of the point in its route; 1 without a route' }),
    position: Position,
  },
  strict,
)
export type GuidanceWaypoint = Static<typeof GuidanceWaypoint>

const LiveGuidance = Type.Object(
  {
    status: Type.Literal('live'),
    route: orNull(
      Type.Object({ id: Type.String(), name: Type.String(), points: Type.Integer({ minimum: 2 }) }, strict),
      'the active route; null for a destination without a route',
    ),
    /** Start of the leg. */
    origin: Position,
    waypoint: GuidanceWaypoint,
    nextWaypoint: orNull(GuidanceWaypoint, 'the point after `waypoint`; null when there is none'),
    legBearing: trueDirection('direction of the leg at its start, from origin to waypoint'),
    trackBearing: trueDirection('direction of the leg where the boat is'),
    bearing: orNull(
      trueDirection('from the boat to the waypoint'),
      'from the boat to the waypoint; null when the boat is exactly there',
    ),
    courseToSteer: trueDirection('course over ground that leads back to the leg and along it'),
    distance: Type.Number({ minimum: 0, description: 'metres from the boat to the waypoint' }),
    crossTrack: Type.Number({
      description: 'metres from the leg; positive when the boat is to starboard of it',
    }),
    isArrived: Type.Boolean({ description: 'the waypoint was reached or passed abeam' }),
  },
  strict,
)

const InvalidGuidance = Type.Object(
  {
    status: Type.Literal('invalid'),
    reason: Type.Enum(['no-course', 'no-position', 'no-leg', 'outdated'], {
      description:
        'no-course: the crew has set none; no-position: there is no fresh position of the boat; no-leg: the leg starts where it ends; outdated: the last guidance is too old, which only its reader can tell',
    }),
  },
  strict,
)

/**
 * The value of `navigation.courseGreatCircle.guidance`: everything that an autopilot needs to follow the course, computed
 * from one position. Published every second while there is a course. When it is invalid, nothing of an earlier value
 * applies.
 */
export const CourseGuidance = Type.Union([LiveGuidance, InvalidGuidance], { $id: 'CourseGuidance' })
export type CourseGuidance = Static<typeof CourseGuidance>
export type LiveGuidance = Static<typeof LiveGuidance>
export type InvalidGuidance = Static<typeof InvalidGuidance>

export const noCourseGuidance: InvalidGuidance = { status: 'invalid', reason: 'no-course' }
