import { Position } from '#data/position.ts'
import { Type, type Static } from '#schema-language.ts'
import { Completed } from './devices/autopilot.ts'

const strict = { additionalProperties: false } as const
const Name = Type.String({ minLength: 1, maxLength: 128 })

/** A route, with its points in sailing order. */
export const RouteRequest = Type.Object(
  { name: Name, points: Type.Array(Position, { minItems: 2, maxItems: 500 }) },
  { $id: 'RouteRequest', ...strict },
)
export type RouteRequest = Static<typeof RouteRequest>

export const Route = Type.Object(
  { id: Type.String({ description: 'assigned by the server' }), ...RouteRequest.properties },
  { $id: 'Route' },
)
export type Route = Static<typeof Route>

/** In order of creation. */
export const RouteList = Type.Array(Route, { $id: 'RouteList' })
export type RouteList = Static<typeof RouteList>

export const RouteCompleted = Type.Object(
  { ...Completed.properties, route: Route },
  { $id: 'RouteCompleted' },
)
export type RouteCompleted = Static<typeof RouteCompleted>

/** A destination, to be reached directly from the present position. */
export const DestinationRequest = Type.Object(
  { position: Position, name: Type.Optional(Name) },
  { $id: 'DestinationRequest', ...strict },
)
export type DestinationRequest = Static<typeof DestinationRequest>

/** The route to follow. */
export const FollowRequest = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 64 }) },
  { $id: 'FollowRequest', ...strict },
)
export type FollowRequest = Static<typeof FollowRequest>

const orNull = <Shape extends Parameters<typeof Type.Union>[0][number]>(shape: Shape, description: string) =>
  Type.Union([shape, Type.Null()], { description })

/** The course set by the crew. */
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
          description: 'index of the point at the end of the leg; 0 leads to the start of the route',
        }),
      }),
      'the active route; null when the course has none',
    ),
    start: orNull(Position, 'start of the leg'),
    isWaiting: Type.Boolean({
      description: 'true when the point is reached and the next leg waits for `advance`',
    }),
  },
  { $id: 'Course' },
)
export type Course = Static<typeof Course>

const trueCourse = (description: string) =>
  orNull(
    Type.Number(),
    `${description}; radians from true north, null when the points of the leg are at the same place`,
  )

/**
 * The value of `navigation.courseGreatCircle.nextLeg`: the next leg while it waits for the crew to advance, otherwise
 * null.
 */
export const NextLeg = Type.Object(
  {
    route: Type.String({ description: 'name of the route' }),
    leg: Type.Integer({ minimum: 1, description: 'index of the point at the end of the leg' }),
    points: Type.Integer({ minimum: 2, description: 'number of points of the route' }),
    position: Position,
    from: trueCourse('course at the end of the present leg'),
    to: trueCourse('course at the start of the next leg'),
    turn: orNull(Type.Number(), 'radians from the present to the next course, positive to starboard'),
  },
  { $id: 'NextLeg' },
)
export type NextLeg = Static<typeof NextLeg>

export const CourseCompleted = Type.Object(
  { ...Completed.properties, course: Course },
  { $id: 'CourseCompleted' },
)
export type CourseCompleted = Static<typeof CourseCompleted>
