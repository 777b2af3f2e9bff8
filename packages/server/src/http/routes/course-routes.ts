import type { CourseBy } from '@marinedata/core'
import { Course, CourseCompleted, DestinationRequest, FollowRequest, Type } from '@marinedata/model'
import { route, type ResponseShape, type Route as HttpRoute } from '../route.ts'
import { byOf } from './drawn-routes.ts'

/** What is asked of whoever knows where to go. */
interface Navigation {
  readonly course: Course
  goTo(request: DestinationRequest, by: CourseBy): Promise<Course>
  follow(id: string, by: CourseBy): Promise<Course>
  advance(by: CourseBy, leg?: number): Promise<Course>
  end(by: CourseBy): Promise<Course>
}

export interface CourseRoutesOptions {
  /** `…/vessels/self/navigation/course` */
  readonly courseBase: string
  readonly navigator: Navigation
}

/** Whoever decides the same turn on two screens must not leave a leg out. */
const advanceQuery = Type.Object(
  {
    leg: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'begins this leg and no other; when it is sailed already, nothing is done',
      }),
    ),
  },
  { additionalProperties: false },
)
/** Whoever says where to go does what a helmsman does. */
const scope = 'course.command'

const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' } as const
const theCourse: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'Done, and kept: the course as it is now', schema: CourseCompleted },
}

const readingRoutes = ({ courseBase, navigator }: CourseRoutesOptions): HttpRoute[] => [
  route({
    method: 'GET',
    path: courseBase,
    scope: 'read',
    operationId: 'getCourse',
    summary: 'Where the boat is to go; how it stands to that is below `navigation.courseGreatCircle`',
    responses: { 200: { description: 'The course; all null when there is none', schema: Course } },
    handle: () => navigator.course,
  }),
]

const settingRoutes = ({ courseBase, navigator }: CourseRoutesOptions): HttpRoute[] => [
  route({
    method: 'PUT',
    path: `${courseBase}/destination`,
    scope,
    operationId: 'setDestination',
    summary: 'Go to: a straight leg from where the boat is. No pilot is told',
    body: DestinationRequest,
    responses: theCourse,
    problems: ['invalid-body', 'input-stale'],
    handle: async (request) => ({ ...completed, course: await navigator.goTo(request.body, byOf(request)) }),
  }),
  route({
    method: 'PUT',
    path: `${courseBase}/route`,
    scope,
    operationId: 'followRoute',
    summary: 'Sails a route: to its first point, or from there when the boat is there',
    body: FollowRequest,
    responses: theCourse,
    problems: ['invalid-body', 'route-not-found', 'input-stale'],
    handle: async (request) => ({
      ...completed,
      course: await navigator.follow(request.body.id, byOf(request)),
    }),
  }),
]

const goingRoutes = ({ courseBase, navigator }: CourseRoutesOptions): HttpRoute[] => [
  route({
    method: 'POST',
    path: `${courseBase}/advance`,
    scope,
    operationId: 'advanceRoute',
    summary: 'Begins the next leg of the route, whether the point was reached or not',
    query: advanceQuery,
    responses: theCourse,
    problems: ['invalid-query', 'no-next-leg'],
    handle: async (request) => ({
      ...completed,
      course: await navigator.advance(byOf(request), request.query.leg),
    }),
  }),
  route({
    method: 'DELETE',
    path: courseBase,
    scope,
    operationId: 'endCourse',
    summary: 'There is nowhere to go any more',
    responses: theCourse,
    handle: async (request) => ({ ...completed, course: await navigator.end(byOf(request)) }),
  }),
]

/** Where the boat is to go. */
export const courseRoutes = (options: CourseRoutesOptions): HttpRoute[] =>
  [readingRoutes, settingRoutes, goingRoutes].flatMap((routes) => routes(options))
