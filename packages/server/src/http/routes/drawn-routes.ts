import type { CourseBy, DrawnKind, Kept } from '@marinedata/core'
import {
  Route,
  RouteCompleted,
  RouteList,
  RouteRequest,
  Type,
  Waypoint,
  WaypointCompleted,
  WaypointList,
  WaypointRequest,
  type ProblemCode,
  type Static,
  type TSchema,
} from '@marinedata/model'
import { route, type ResponseShape, type Route as HttpRoute, type RouteRequest as Asked } from '../route.ts'

/** What is asked of all that was drawn of one kind. */
export interface Drawings<Content> {
  list(): Kept<Content>[]
  find(id: string): Kept<Content>
  make(content: Content, by: CourseBy): Promise<Kept<Content>>
  change(id: string, content: Content, by: CourseBy): Promise<Kept<Content>>
  remove(id: string, by: CourseBy): Promise<Kept<Content>>
}

export interface DrawnRoutesOptions {
  /** `…/v2/api/resources`, below which each kind has its own name. */
  readonly resourcesBase: string
  readonly routes: Drawings<RouteRequest>
  readonly waypoints: Drawings<WaypointRequest>
}

interface Shape<Body extends TSchema> {
  readonly kind: DrawnKind
  /** As it stands in the names of operations. */
  readonly noun: string
  readonly body: Body
  readonly item: TSchema
  readonly list: TSchema
  readonly completed: TSchema
  /** What is worth saying of a change and of a removal. */
  readonly words: { readonly change: string; readonly remove: string }
  readonly inUse: readonly ProblemCode[]
}

const routeShape: Shape<typeof RouteRequest> = {
  kind: 'route',
  noun: 'Route',
  body: RouteRequest,
  item: Route,
  list: RouteList,
  completed: RouteCompleted,
  words: {
    change: 'Draws a route anew; when it is sailed, the course follows it',
    remove: 'Removes a route that is not sailed',
  },
  inUse: ['route-in-use'],
}

const waypointShape: Shape<typeof WaypointRequest> = {
  kind: 'waypoint',
  noun: 'Waypoint',
  body: WaypointRequest,
  item: Waypoint,
  list: WaypointList,
  completed: WaypointCompleted,
  words: {
    change: 'Gives a waypoint another name or place; a course that leads there stays',
    remove: 'Removes a waypoint; a course that leads there stays',
  },
  inUse: [],
}

const params = Type.Object({ id: Type.String({ minLength: 1 }) })
/** Whoever draws what is sailed does what a helmsman does. */
const scope = 'course.command'
const completed = { state: 'COMPLETED', statusCode: 200, message: 'OK' } as const

export const byOf = ({ principal, address }: Asked<unknown, unknown, unknown>): CourseBy => ({
  who: principal.name,
  from: address,
})

const readingRoutes = <Body extends TSchema>(
  base: string,
  { kind, noun, item, list }: Shape<Body>,
  drawings: Drawings<Static<Body>>,
): HttpRoute[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: `get${noun}s`,
    summary: `All ${kind}s, in the order in which they were made`,
    responses: { 200: { description: 'Each with all that was drawn of it', schema: list } },
    handle: () => drawings.list(),
  }),
  route({
    method: 'GET',
    path: `${base}/:id`,
    scope: 'read',
    operationId: `get${noun}`,
    summary: `One ${kind}`,
    params,
    responses: { 200: { description: 'With all that was drawn of it', schema: item } },
    problems: [`${kind}-not-found`],
    handle: (request) => drawings.find(request.params.id),
  }),
]

const doneOf = ({ kind, completed: schema }: Shape<TSchema>): Readonly<Record<number, ResponseShape>> => ({
  200: { description: `Done, and kept: the ${kind}`, schema },
})

const drawingRoutes = <Body extends TSchema>(
  base: string,
  shape: Shape<Body>,
  drawings: Drawings<Static<Body>>,
): HttpRoute[] => {
  const { kind, noun, body, words } = shape
  return [
    route({
      method: 'POST',
      path: base,
      scope,
      operationId: `make${noun}`,
      summary: `Makes a ${kind}; the answer has its id`,
      body,
      responses: doneOf(shape),
      problems: ['invalid-body', 'storage-full'],
      handle: async (request) => ({ ...completed, [kind]: await drawings.make(request.body, byOf(request)) }),
    }),
    route({
      method: 'PUT',
      path: `${base}/:id`,
      scope,
      operationId: `change${noun}`,
      summary: words.change,
      params,
      body,
      responses: doneOf(shape),
      problems: ['invalid-body', `${kind}-not-found`],
      handle: async (request) => ({
        ...completed,
        [kind]: await drawings.change(request.params.id, request.body, byOf(request)),
      }),
    }),
  ]
}

const removingRoutes = <Body extends TSchema>(
  base: string,
  shape: Shape<Body>,
  drawings: Drawings<Static<Body>>,
): HttpRoute[] => {
  const { kind, noun, words, inUse } = shape
  return [
    route({
      method: 'DELETE',
      path: `${base}/:id`,
      scope,
      operationId: `remove${noun}`,
      summary: words.remove,
      params,
      responses: doneOf(shape),
      problems: [`${kind}-not-found`, ...inUse],
      handle: async (request) => ({
        ...completed,
        [kind]: await drawings.remove(request.params.id, byOf(request)),
      }),
    }),
  ]
}

/** Routes and waypoints: what the crew draws, and the server keeps. */
export const drawnRoutes = ({ resourcesBase, routes, waypoints }: DrawnRoutesOptions): HttpRoute[] =>
  [readingRoutes, drawingRoutes, removingRoutes].flatMap((make) => [
    ...make(`${resourcesBase}/routes`, routeShape, routes),
    ...make(`${resourcesBase}/waypoints`, waypointShape, waypoints),
  ])
