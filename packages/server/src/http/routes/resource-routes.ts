import type { Actor, ResourceKind, Stored } from '@marinedata/core'
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
import { actorOf, completed } from '../acting.ts'
import { route, type ResponseShape, type Route as HttpRoute } from '../route.ts'

/** The operations on all resources of one kind. */
export interface Resources<Content> {
  list(): Stored<Content>[]
  find(id: string): Stored<Content>
  create(content: Content, by: Actor): Promise<Stored<Content>>
  change(id: string, content: Content, by: Actor): Promise<Stored<Content>>
  remove(id: string, by: Actor): Promise<Stored<Content>>
}

export interface ResourceRoutesOptions {
  /** `…/v2/api/resources`; each kind has its own path below it. */
  readonly resourcesBase: string
  readonly routes: Resources<RouteRequest>
  readonly waypoints: Resources<WaypointRequest>
}

interface Shape<Body extends TSchema> {
  readonly kind: ResourceKind
  /** The kind as used in operation ids. */
  readonly noun: string
  readonly body: Body
  readonly item: TSchema
  readonly list: TSchema
  readonly completed: TSchema
  readonly summaries: { readonly change: string; readonly remove: string }
  readonly inUse: readonly ProblemCode[]
}

const routeShape: Shape<typeof RouteRequest> = {
  kind: 'route',
  noun: 'Route',
  body: RouteRequest,
  item: Route,
  list: RouteList,
  completed: RouteCompleted,
  summaries: {
    change: 'Replaces a route; if the boat follows it, the course is updated',
    remove: 'Removes a route that the boat does not follow',
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
  summaries: {
    change: 'Changes the name or position of a waypoint; a course to it is not changed',
    remove: 'Removes a waypoint; a course to it is not changed',
  },
  inUse: [],
}

const params = Type.Object({ id: Type.String({ minLength: 1 }) })
/** Changing a route may change the course, so it needs the same scope. */
const scope = 'course.command'

const readingRoutes = <Body extends TSchema>(
  base: string,
  { kind, noun, item, list }: Shape<Body>,
  resources: Resources<Static<Body>>,
): HttpRoute[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: `get${noun}s`,
    summary: `All ${kind}s, in the order of their creation`,
    responses: { 200: { description: `The ${kind}s`, schema: list } },
    handle: () => resources.list(),
  }),
  route({
    method: 'GET',
    path: `${base}/:id`,
    scope: 'read',
    operationId: `get${noun}`,
    summary: `One ${kind}`,
    params,
    responses: { 200: { description: `The ${kind}`, schema: item } },
    problems: [`${kind}-not-found`],
    handle: (request) => resources.find(request.params.id),
  }),
]

const doneOf = ({ kind, completed: schema }: Shape<TSchema>): Readonly<Record<number, ResponseShape>> => ({
  200: { description: `Done and saved, with the ${kind}`, schema },
})

const writingRoutes = <Body extends TSchema>(
  base: string,
  shape: Shape<Body>,
  resources: Resources<Static<Body>>,
): HttpRoute[] => {
  const { kind, noun, body, summaries } = shape
  return [
    route({
      method: 'POST',
      path: base,
      scope,
      operationId: `make${noun}`,
      summary: `Creates a ${kind}; the response contains its id`,
      body,
      responses: doneOf(shape),
      problems: ['invalid-body', 'storage-full'],
      handle: async (request) => ({
        ...completed,
        [kind]: await resources.create(request.body, actorOf(request)),
      }),
    }),
    route({
      method: 'PUT',
      path: `${base}/:id`,
      scope,
      operationId: `change${noun}`,
      summary: summaries.change,
      params,
      body,
      responses: doneOf(shape),
      problems: ['invalid-body', `${kind}-not-found`],
      handle: async (request) => ({
        ...completed,
        [kind]: await resources.change(request.params.id, request.body, actorOf(request)),
      }),
    }),
  ]
}

const removingRoutes = <Body extends TSchema>(
  base: string,
  shape: Shape<Body>,
  resources: Resources<Static<Body>>,
): HttpRoute[] => {
  const { kind, noun, summaries, inUse } = shape
  return [
    route({
      method: 'DELETE',
      path: `${base}/:id`,
      scope,
      operationId: `remove${noun}`,
      summary: summaries.remove,
      params,
      responses: doneOf(shape),
      problems: [`${kind}-not-found`, ...inUse],
      handle: async (request) => ({
        ...completed,
        [kind]: await resources.remove(request.params.id, actorOf(request)),
      }),
    }),
  ]
}

/** Reading, creating, changing and removing routes and waypoints. */
export const resourceRoutes = ({ resourcesBase, routes, waypoints }: ResourceRoutesOptions): HttpRoute[] =>
  [readingRoutes, writingRoutes, removingRoutes].flatMap((define) => [
    ...define(`${resourcesBase}/routes`, routeShape, routes),
    ...define(`${resourcesBase}/waypoints`, waypointShape, waypoints),
  ])
