import {
  Completed,
  completed,
  Course,
  CourseCompleted,
  CourseProviderList,
  DestinationRequest,
  FollowRequest,
  Type,
  type Actor,
} from '@marinedata/model'
import type { CourseProviders } from '@marinedata/core'
import { actorOf } from '#gate.ts'
import { route, type ResponseShape, type Route as HttpRoute } from '../route.ts'
import { providerChoiceRoute } from './provider-choice.ts'

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
  readonly providers: Pick<CourseProviders, 'choose' | 'chooseNone' | 'list'>
  /** Records the choice of a provider in the audit. */
  readonly note: (event: {
    readonly actor: Actor
    readonly operation: 'course-provider-chosen'
    readonly subject: string
  }) => void
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

const providerRoutes = ({ courseBase, providers, note }: CourseRoutesOptions): HttpRoute[] => [
  route({
    method: 'GET',
    path: `${courseBase}/_providers`,
    scope: 'read',
    operationId: 'getCourseProviders',
    summary: 'The plugins that can compute the course; without a chosen one the server computes it',
    responses: { 200: { description: 'The providers by id', schema: CourseProviderList } },
    handle: () => providers.list(),
  }),
  providerChoiceRoute({
    base: courseBase,
    operationId: 'setCourseProvider',
    summary: 'Chooses the plugin that computes the course, which autopilots follow',
    choose: (id) => providers.choose(id),
    note: (choice) => note({ ...choice, operation: 'course-provider-chosen' }),
  }),
  route({
    method: 'DELETE',
    path: `${courseBase}/_providers/_default`,
    scope: 'admin',
    operationId: 'removeCourseProvider',
    summary: 'Chooses none: the server computes the course',
    responses: { 200: { description: 'Done', schema: Completed } },
    handle: async (request) => {
      await providers.chooseNone()
      note({ actor: actorOf(request), operation: 'course-provider-chosen', subject: 'none' })
      return completed
    },
  }),
]

/** Reading, setting, advancing and clearing the course, and the plugins that compute it. */
export const courseRoutes = (options: CourseRoutesOptions): HttpRoute[] =>
  [readingRoutes, settingRoutes, advancingRoutes, providerRoutes].flatMap((routes) => routes(options))
