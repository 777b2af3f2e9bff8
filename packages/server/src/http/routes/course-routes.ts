import {
  Course,
  CourseCompleted,
  DestinationRequest,
  FollowRequest,
  Type,
  type Actor,
} from '@marinedata/model'
import { actorOf, completed } from '../acting.ts'
import { route, type ResponseShape, type Route as HttpRoute } from '../route.ts'

/** The course operations that the routes use. */
interface Navigation {
  readonly course: Course
  goTo(request: DestinationRequest, by: Actor): Promise<Course>
  follow(id: string, by: Actor): Promise<Course>
  advance(by: Actor, leg?: number): Promise<Course>
  end(by: Actor): Promise<Course>
}

export interface CourseRoutesOptions {
  /** `…/vessels/self/navigation/course` */
  readonly courseBase: string
  readonly navigator: Navigation
}

/** `leg` makes the request idempotent: the same request from two screens must not skip a leg. */
const advanceQuery = Type.Object(
  {
    leg: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'begins this leg only; has no effect when this leg is active already',
      }),
    ),
  },
  { additionalProperties: false },
)
const scope = 'course.command'

const courseResponse: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'Done and saved, with the present course', schema: CourseCompleted },
}

const readingRoutes = ({ courseBase, navigator }: CourseRoutesOptions): HttpRoute[] => [
  route({
    method: 'GET',
    path: courseBase,
    scope: 'read',
    operationId: 'getCourse',
    summary: 'The course; bearing, distance and cross-track error are below `navigation.courseGreatCircle`',
    responses: { 200: { description: 'The course; all members are null without a course', schema: Course } },
    handle: () => navigator.course,
  }),
]

const settingRoutes = ({ courseBase, navigator }: CourseRoutesOptions): HttpRoute[] => [
  route({
    method: 'PUT',
    path: `${courseBase}/destination`,
    scope,
    operationId: 'setDestination',
    summary: 'Sets a destination with a straight leg from the present position; no autopilot is commanded',
    body: DestinationRequest,
    responses: courseResponse,
    problems: ['invalid-body', 'input-stale'],
    handle: async (request) => ({
      ...completed,
      course: await navigator.goTo(request.body, actorOf(request)),
    }),
  }),
  route({
    method: 'PUT',
    path: `${courseBase}/route`,
    scope,
    operationId: 'followRoute',
    summary: 'Follows a route to its first point, or to the second when the boat is at the first',
    body: FollowRequest,
    responses: courseResponse,
    problems: ['invalid-body', 'route-not-found', 'input-stale'],
    handle: async (request) => ({
      ...completed,
      course: await navigator.follow(request.body.id, actorOf(request)),
    }),
  }),
]

const advancingRoutes = ({ courseBase, navigator }: CourseRoutesOptions): HttpRoute[] => [
  route({
    method: 'POST',
    path: `${courseBase}/advance`,
    scope,
    operationId: 'advanceRoute',
    summary: 'Begins the next leg of the route, whether or not the active point was reached',
    query: advanceQuery,
    responses: courseResponse,
    problems: ['invalid-query', 'no-next-leg'],
    handle: async (request) => ({
      ...completed,
      course: await navigator.advance(actorOf(request), request.query.leg),
    }),
  }),
  route({
    method: 'DELETE',
    path: courseBase,
    scope,
    operationId: 'endCourse',
    summary: 'Clears the course',
    responses: courseResponse,
    handle: async (request) => ({ ...completed, course: await navigator.end(actorOf(request)) }),
  }),
]

/** Reading, setting, advancing and clearing the course. */
export const courseRoutes = (options: CourseRoutesOptions): HttpRoute[] =>
  [readingRoutes, settingRoutes, advancingRoutes].flatMap((routes) => routes(options))
