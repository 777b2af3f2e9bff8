import { ResourceRegistry, CourseService } from '@marinedata/core'
import type { RouteRequest, WaypointRequest } from '@marinedata/model'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { freshFix } from './alerts.ts'
import type { Core } from './core.ts'
import { courseRoutes } from '../http/routes/course-routes.ts'
import { resourceRoutes } from '../http/routes/resource-routes.ts'
import type { Route } from '../http/route.ts'
import type { BoatStore } from '../storage/boat-store.ts'

const source = 'course'
const limits = { routes: 200, waypoints: 1_000 } as const
const arrivalPath = 'notifications.navigation.course.arrival'

export interface CourseParts {
  readonly core: Core
  readonly store: BoatStore
  readonly log: Logger
}

export interface ComposedCourse {
  readonly routes: ResourceRegistry<RouteRequest>
  readonly waypoints: ResourceRegistry<WaypointRequest>
  readonly navigator: CourseService
}

/** Routes, waypoints and the active course, restored from the store. */
export const composeCourse = ({ core, store, log }: CourseParts): ComposedCourse => {
  const { clock, voice, alerts } = core
  const shared = { clock, newId: randomUUID }
  const waypoints = new ResourceRegistry({
    ...shared,
    kind: 'waypoint',
    limit: limits.waypoints,
    store: store.course.waypoints,
  })
  const routes: ResourceRegistry<RouteRequest> = new ResourceRegistry({
    ...shared,
    kind: 'route',
    limit: limits.routes,
    store: store.course.routes,
    isInUse: (id) => navigator.isSailing(id),
  })
  core.resources.add('routes', routes)
  core.resources.add('waypoints', waypoints)
  const navigator = new CourseService({
    clock,
    store: store.course,
    route: (id) => routes.find(id),
    position: () => freshFix(core),
    publish: (values, meta) => voice.publish(source, values, meta),
    notify: (value) => voice.publish(source, [{ path: arrivalPath, value }]),
    activeSeverity: () => alerts.stateAt(arrivalPath, source),
    onFault: (error) => log.error({ event: 'course.save_failed', err: error }, 'course not saved'),
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
    ...resourceRoutes({ resourcesBase: `${api}/resources`, ...course }),
    ...courseRoutes({ courseBase: `${api}/vessels/self/navigation/course`, ...course }),
  ]
}
