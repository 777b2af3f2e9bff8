import { DrawnBook, Navigator } from '@marinedata/core'
import type { RouteRequest, WaypointRequest } from '@marinedata/model'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { freshFix } from './alerts.ts'
import type { Core } from './core.ts'
import { courseRoutes } from '../http/routes/course-routes.ts'
import { drawnRoutes } from '../http/routes/drawn-routes.ts'
import type { Route } from '../http/route.ts'
import type { BoatStore } from '../storage/boat-store.ts'

const source = 'course'
const most = { routes: 200, waypoints: 1_000 } as const
const arrivalPath = 'notifications.navigation.course.arrival'

export interface CourseParts {
  readonly core: Core
  readonly store: BoatStore
  readonly log: Logger
}

export interface ComposedCourse {
  readonly routes: DrawnBook<RouteRequest>
  readonly waypoints: DrawnBook<WaypointRequest>
  readonly navigator: Navigator
}

/** The routes and waypoints, and where the boat is to go, as they were when the last process ended. */
export const composeCourse = ({ core, store, log }: CourseParts): ComposedCourse => {
  const { clock, voice, alerts } = core
  const making = { clock, newId: randomUUID }
  const waypoints = new DrawnBook({
    ...making,
    kind: 'waypoint',
    most: most.waypoints,
    store: store.course.waypoints,
  })
  const routes: DrawnBook<RouteRequest> = new DrawnBook({
    ...making,
    kind: 'route',
    most: most.routes,
    store: store.course.routes,
    isSailed: (id) => navigator.isSailing(id),
  })
  core.resources.add('routes', routes)
  core.resources.add('waypoints', waypoints)
  const navigator = new Navigator({
    clock,
    store: store.course,
    route: (id) => routes.find(id),
    position: () => freshFix(core),
    publish: (values, meta) => voice.publish(source, values, meta),
    tell: (value) => voice.publish(source, [{ path: arrivalPath, value }]),
    told: () => alerts.stateAt(arrivalPath, source),
    onFault: (error) => log.error({ err: error }, 'the course could not be written'),
  })
  return { routes, waypoints, navigator }
}

export const courseRoutesOf = ({
  core,
  course,
}: {
  readonly core: Core
  readonly course: ComposedCourse
}): Route[] => {
  const api = `/${core.productWord}/v2/api`
  return [
    ...drawnRoutes({ resourcesBase: `${api}/resources`, ...course }),
    ...courseRoutes({ courseBase: `${api}/vessels/self/navigation/course`, ...course }),
  ]
}
