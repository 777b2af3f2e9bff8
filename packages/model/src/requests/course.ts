import { Position } from '#data/position.ts'
import { Type, type Static } from '#schema-language.ts'
import { Completed } from './autopilot.ts'

const strict = { additionalProperties: false } as const
const Name = Type.String({ minLength: 1, maxLength: 128 })

/** A route as someone draws it: its points in the order in which they are sailed. */
export const RouteRequest = Type.Object(
  { name: Name, points: Type.Array(Position, { minItems: 2, maxItems: 500 }) },
  { $id: 'RouteRequest', ...strict },
)
export type RouteRequest = Static<typeof RouteRequest>

export const Route = Type.Object(
  { id: Type.String({ description: 'made by the server' }), ...RouteRequest.properties },
  { $id: 'Route' },
)
export type Route = Static<typeof Route>

/** In the order in which they were made. */
export const RouteList = Type.Array(Route, { $id: 'RouteList' })
export type RouteList = Static<typeof RouteList>

export const RouteCompleted = Type.Object(
  { ...Completed.properties, route: Route },
  { $id: 'RouteCompleted' },
)
export type RouteCompleted = Static<typeof RouteCompleted>

/** Where to go, straight from where the boat is. */
export const DestinationRequest = Type.Object(
  { position: Position, name: Type.Optional(Name) },
  { $id: 'DestinationRequest', ...strict },
)
export type DestinationRequest = Static<typeof DestinationRequest>

/** Which route to sail. */
export const FollowRequest = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 64 }) },
  { $id: 'FollowRequest', ...strict },
)
export type FollowRequest = Static<typeof FollowRequest>

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape, description: string) =>
  Type.Union([shape, Type.Null()], { description })

/** Where the boat is to go, as the crew has decided it. */
export const Course = Type.Object(
  {
    destination: orNull(
      Type.Object({ position: Position, name: Type.Optional(Type.String()) }),
      'the next point; null without a course',
    ),
    route: orNull(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        leg: Type.Integer({
          minimum: 0,
          description: 'the index of the point that the leg ends at; 0 leads to where the route begins',
        }),
      }),
      'null when it is no route that is sailed',
    ),
    start: orNull(Position, 'where the leg begins'),
    isWaiting: Type.Boolean({ description: 'the point is reached, and the next leg waits for `advance`' }),
  },
  { $id: 'Course' },
)
export type Course = Static<typeof Course>

const trueCourse = (description: string) =>
  orNull(Type.Number(), `${description}; radians from true north, null when two points make no line`)

/** The value of `navigation.courseGreatCircle.nextLeg`: a turn that waits for someone to decide it; else null. */
export const NextLeg = Type.Object(
  {
    route: Type.String({ description: 'its name' }),
    leg: Type.Integer({ minimum: 1, description: 'the index of the point that it ends at' }),
    points: Type.Integer({ minimum: 2, description: 'how many the route has' }),
    position: Position,
    from: trueCourse('how the leg that is sailed now ends'),
    to: trueCourse('how the next one begins'),
    turn: orNull(Type.Number(), 'radians from the one to the other, positive to starboard'),
  },
  { $id: 'NextLeg' },
)
export type NextLeg = Static<typeof NextLeg>

export const CourseCompleted = Type.Object(
  { ...Completed.properties, course: Course },
  { $id: 'CourseCompleted' },
)
export type CourseCompleted = Static<typeof CourseCompleted>
