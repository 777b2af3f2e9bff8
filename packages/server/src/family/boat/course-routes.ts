import {
  completed,
  MarineDataError,
  Position,
  Type,
  type Actor,
  type Course,
  type Route,
  type Waypoint,
} from '@marinedata/model'
import { actorOf } from '#gate.ts'
import { route, type Route as HttpRoute } from '#http/route.ts'
import { familyWord } from '#family/family-names.ts'

/** The single course of the boat. */
interface Navigation {
  readonly course: Course
  goTo(request: { position: Position; name?: string }, by: Actor): Promise<Course>
  follow(id: string, by: Actor): Promise<Course>
  advance(by: Actor, leg?: number): Promise<Course>
  end(by: Actor): Promise<Course>
}

export interface FamilyCourseOptions {
  readonly navigator: Navigation
  /** In metres. */
  readonly arrivalCircle: number
  readonly routeAt: (id: string) => Route
  readonly waypointAt: (id: string) => Waypoint
}

const base = `/${familyWord}/v2/api/vessels/self/navigation/course`
const scope = 'course.command'

/** Apps always send their own circle. The boat has one, which the course shows. */
const circle = Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()]))
const href = (kind: string) =>
  Type.String({ pattern: `^(?:/signalk/v2/api)?/resources/${kind}/[A-Za-z0-9-]{1,64}$` })

const Destination = Type.Object(
  { position: Type.Optional(Position), href: Type.Optional(href('waypoints')), arrivalCircle: circle },
  { $id: 'FamilyDestination', additionalProperties: false },
)

const ActiveRoute = Type.Object(
  {
    href: href('routes'),
    pointIndex: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
    reverse: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    arrivalCircle: circle,
  },
  { $id: 'FamilyActiveRoute', additionalProperties: false },
)

const Step = Type.Object(
  { value: Type.Optional(Type.Integer()) },
  { $id: 'FamilyStep', additionalProperties: false },
)

const idOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1)

const cannot = (what: string): MarineDataError =>
  new MarineDataError('unsupported-action', `This boat cannot ${what}`)

/** The course in the shape of the family; all null without one. */
const shapeOf = ({ navigator, arrivalCircle, routeAt }: FamilyCourseOptions): object => {
  const { destination, route: followed, start } = navigator.course
  const points = followed === null ? 0 : routeAt(followed.id).points.length
  return {
    startTime: null,
    targetArrivalTime: null,
    arrivalCircle,
    activeRoute:
      followed === null
        ? null
        : {
            href: `/resources/routes/${followed.id}`,
            name: followed.name,
            pointIndex: followed.leg,
            pointTotal: points,
            reverse: false,
          },
    nextPoint:
      destination === null
        ? null
        : { type: followed === null ? 'Location' : 'RoutePoint', position: destination.position },
    previousPoint:
      start === null
        ? null
        : { type: (followed?.leg ?? 0) === 0 ? 'VesselPosition' : 'RoutePoint', position: start },
  }
}

/** Begins the legs up to this one. @throws MarineDataError `unsupported-action` for an earlier leg */
const advanceTo = async (navigator: Navigation, leg: number, by: Actor): Promise<void> => {
  const { route: followed } = navigator.course
  if (followed === null) throw new MarineDataError('no-next-leg', 'No route is active')
  if (leg < followed.leg) throw cannot('go back to an earlier leg. Start the route again')
  for (let next = followed.leg + 1; next <= leg; next++) await navigator.advance(by, next)
}

const responses = { 200: { description: 'Done and saved' } }
const problems = ['invalid-body', 'input-stale', 'unsupported-action', 'no-next-leg'] as const

const destinationRoute = ({ navigator, waypointAt }: FamilyCourseOptions): HttpRoute =>
  route({
    method: 'PUT',
    path: `${base}/destination`,
    scope,
    operationId: 'family_set_destination',
    summary: 'Sets a destination; no autopilot is commanded',
    body: Destination,
    responses,
    problems: [...problems, 'waypoint-not-found'],
    handle: async (request) => {
      const { position, href: address } = request.body
      const waypoint = address === undefined ? undefined : waypointAt(idOf(address))
      const aim = waypoint?.position ?? position
      if (aim === undefined || (address !== undefined && position !== undefined))
        throw new MarineDataError('invalid-body', 'Name either a position or a waypoint')
      await navigator.goTo({ position: aim, ...(waypoint && { name: waypoint.name }) }, actorOf(request))
      return completed
    },
  })

const activeRouteRoute = ({ navigator, routeAt }: FamilyCourseOptions): HttpRoute =>
  route({
    method: 'PUT',
    path: `${base}/activeRoute`,
    scope,
    operationId: 'family_follow_route',
    summary: 'Follows a route in its own direction',
    body: ActiveRoute,
    responses,
    problems: [...problems, 'route-not-found', 'invalid-value'],
    handle: async (request) => {
      const { reverse, pointIndex, href: address } = request.body
      if (reverse === true) throw cannot('sail a route in reverse. Save it in the other direction')
      const id = idOf(address)
      const { points } = routeAt(id)
      const leg = pointIndex ?? 0
      if (leg >= points.length)
        throw new MarineDataError('invalid-value', `The route has ${points.length} points`)
      const by = actorOf(request)
      const { route: followed } = await navigator.follow(id, by)
      if (leg > (followed?.leg ?? 0)) await advanceTo(navigator, leg, by)
      return completed
    },
  })

const stepRoute = (name: 'nextPoint' | 'pointIndex', { navigator }: FamilyCourseOptions): HttpRoute =>
  route({
    method: 'PUT',
    path: `${base}/activeRoute/${name}`,
    scope,
    operationId: `family_${name}`,
    summary: 'Begins a later leg of the route',
    body: Step,
    responses,
    problems,
    handle: async (request) => {
      const { value = 1 } = request.body
      const leg = name === 'pointIndex' ? value : (navigator.course.route?.leg ?? 0) + value
      await advanceTo(navigator, leg, actorOf(request))
      return completed
    },
  })

const restartRoute = ({ navigator }: FamilyCourseOptions): HttpRoute =>
  route({
    method: 'PUT',
    path: `${base}/restart`,
    scope,
    operationId: 'family_restart_course',
    summary: 'Begins the straight leg to the destination again, at the present position',
    ignoresBody: true,
    responses,
    problems,
    handle: async (request) => {
      const { destination, route: followed } = navigator.course
      if (destination === null) throw new MarineDataError('no-next-leg', 'There is no course')
      if (followed !== null) throw cannot('restart the leg of a route')
      await navigator.goTo(destination, actorOf(request))
      return completed
    },
  })

const unsupportedRoute = (name: string): HttpRoute =>
  route({
    method: 'PUT',
    path: `${base}/${name}`,
    scope,
    operationId: `family_no_${name.replace('/', '_')}`,
    summary: 'Not supported',
    ignoresBody: true,
    responses: { 200: { description: 'Never' } },
    problems: ['unsupported-action'],
    handle: () => {
      throw cannot(`change "${name}" of its course`)
    },
  })

const endRoute = (name: string, { navigator }: FamilyCourseOptions): HttpRoute =>
  route({
    method: 'DELETE',
    path: `${base}${name}`,
    scope,
    operationId: `family_end_course${name.replace('/', '_')}`,
    summary: 'Clears the course',
    ignoresBody: true,
    responses,
    handle: async (request) => {
      await navigator.end(actorOf(request))
      return completed
    },
  })

const unsupported = ['arrivalCircle', 'targetArrivalTime', 'activeRoute/reverse', 'activeRoute/refresh']

/** The course of the boat in the shape of the family. */
export const familyCourseRoutes = (options: FamilyCourseOptions): HttpRoute[] => [
  route({
    method: 'GET',
    path: base,
    scope: 'read',
    operationId: 'family_get_course',
    summary: 'The course; all members are null without one',
    responses: { 200: { description: 'The course' } },
    handle: () => shapeOf(options),
  }),
  destinationRoute(options),
  activeRouteRoute(options),
  stepRoute('nextPoint', options),
  stepRoute('pointIndex', options),
  restartRoute(options),
  ...unsupported.map(unsupportedRoute),
  ...['', '/destination', '/activeRoute'].map((name) => endRoute(name, options)),
]
