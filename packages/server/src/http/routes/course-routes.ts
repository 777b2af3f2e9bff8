import type { CourseBy } from '@marinedata/core'
import {
  Course,
  CourseCompleted,
  DestinationRequest,
  FollowRequest,
  Route,
  RouteCompleted,
  RouteList,
  RouteRequest,
  Type,
  type ProblemCode,
} from '@marinedata/model'
import { route, type ResponseShape, type Route as HttpRoute, type RouteRequest as Asked } from '../route.ts'

/** What is asked of the routes that were drawn. */
interface Routes {
  list(): RouteList
  find(id: string): Route
  make(request: RouteRequest, by: CourseBy): Route
  change(id: string, request: RouteRequest, by: CourseBy): Route
  remove(id: string, by: CourseBy): Route
}

/** What is asked of whoever knows where to go. */
interface Navigation {
  readonly course: Course
  goTo(request: DestinationRequest, by: CourseBy): Course
  follow(id: string, by: CourseBy): Course
  advance(by: CourseBy): Course
  end(by: CourseBy): Course
}

export interface CourseRoutesOptions {
  /** `…/v2/api/resources/routes` */
  readonly routesBase: string
  /** `…/vessels/self/navigation/course` */
  readonly courseBase: string
  readonly routes: Routes
  readonly navigator: Navigation
}

const routeParams = Type.Object({ id: Type.String({ minLength: 1 }) })
const unknown: readonly ProblemCode[] = ['route-not-found']
/** Whoever draws a route that is sailed, or says where to go, does what a helmsman does. */
const scope = 'course.command'

const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' } as const
const oneRoute: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'Done, and kept: the route', schema: RouteCompleted },
}
const theCourse: Readonly<Record<number, ResponseShape>> = {
  200: { description: 'Done, and kept: the course as it is now', schema: CourseCompleted },
}

const byOf = ({ principal, address }: Asked<unknown, unknown, unknown>): CourseBy => ({
  who: principal.name,
  from: address,
})

const readingRoutes = ({ routesBase, courseBase, routes, navigator }: CourseRoutesOptions): HttpRoute[] => [
  route({
    method: 'GET',
    path: routesBase,
    scope: 'read',
    operationId: 'getRoutes',
    summary: 'All routes, in the order in which they were made',
    responses: { 200: { description: 'Each with its points', schema: RouteList } },
    handle: () => routes.list(),
  }),
  route({
    method: 'GET',
    path: `${routesBase}/:id`,
    scope: 'read',
    operationId: 'getRoute',
    summary: 'One route',
    params: routeParams,
    responses: { 200: { description: 'With its points', schema: Route } },
    problems: unknown,
    handle: ({ params }) => routes.find(params.id),
  }),
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

const drawingRoutes = ({ routesBase, routes }: CourseRoutesOptions): HttpRoute[] => [
  route({
    method: 'POST',
    path: routesBase,
    scope,
    operationId: 'makeRoute',
    summary: 'Makes a route; the answer has its id',
    body: RouteRequest,
    responses: oneRoute,
    problems: ['invalid-body', 'storage-full'],
    handle: (request) => ({ ...completed, route: routes.make(request.body, byOf(request)) }),
  }),
  route({
    method: 'PUT',
    path: `${routesBase}/:id`,
    scope,
    operationId: 'changeRoute',
    summary: 'Draws a route anew; when it is sailed, the course follows it',
    params: routeParams,
    body: RouteRequest,
    responses: oneRoute,
    problems: ['invalid-body', ...unknown],
    handle: (request) => ({
      ...completed,
      route: routes.change(request.params.id, request.body, byOf(request)),
    }),
  }),
  route({
    method: 'DELETE',
    path: `${routesBase}/:id`,
    scope,
    operationId: 'removeRoute',
    summary: 'Removes a route that is not sailed',
    params: routeParams,
    responses: oneRoute,
    problems: [...unknown, 'route-in-use'],
    handle: (request) => ({ ...completed, route: routes.remove(request.params.id, byOf(request)) }),
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
    handle: (request) => ({ ...completed, course: navigator.goTo(request.body, byOf(request)) }),
  }),
  route({
    method: 'PUT',
    path: `${courseBase}/route`,
    scope,
    operationId: 'followRoute',
    summary: 'Sails a route: to its first point, or from there when the boat is there',
    body: FollowRequest,
    responses: theCourse,
    problems: ['invalid-body', ...unknown, 'input-stale'],
    handle: (request) => ({ ...completed, course: navigator.follow(request.body.id, byOf(request)) }),
  }),
]

const goingRoutes = ({ courseBase, navigator }: CourseRoutesOptions): HttpRoute[] => [
  route({
    method: 'POST',
    path: `${courseBase}/advance`,
    scope,
    operationId: 'advanceRoute',
    summary: 'Begins the next leg of the route, whether the point was reached or not',
    responses: theCourse,
    problems: ['no-next-leg'],
    handle: (request) => ({ ...completed, course: navigator.advance(byOf(request)) }),
  }),
  route({
    method: 'DELETE',
    path: courseBase,
    scope,
    operationId: 'endCourse',
    summary: 'There is nowhere to go any more',
    responses: theCourse,
    handle: (request) => ({ ...completed, course: navigator.end(byOf(request)) }),
  }),
]

/** Routes, and where the boat is to go. */
export const courseRoutes = (options: CourseRoutesOptions): HttpRoute[] =>
  [readingRoutes, drawingRoutes, settingRoutes, goingRoutes].flatMap((routes) => routes(options))
