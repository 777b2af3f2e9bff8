import { ResourceRegistry, CourseService } from '@marinedata/core'
import type { RouteRequest } from '@marinedata/model'
import { randomUUID } from 'node:crypto'
import { freshFix } from '../compose/alerts.ts'
import type { Base, Feature } from './feature.ts'
import { courseRoutes } from '../http/routes/course-routes.ts'
import { resourceRoutes } from '../http/routes/resource-routes.ts'

const source = 'course'
const limits = { routes: 200, waypoints: 1_000 } as const
const arrivalPath = 'notifications.navigation.course.arrival'

const watchMs = 1_000

/** Routes, waypoints and the active course, restored from the store. */
export const courseFeature = ({ core, store, log, api }: Base): Feature => {
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
  const parts = { routes, waypoints, navigator }
  return {
    routes: [
      ...resourceRoutes({ resourcesBase: `${api}/resources`, ...parts }),
      ...courseRoutes({ courseBase: `${api}/vessels/self/navigation/course`, ...parts }),
    ],
    tasks: [{ name: 'course.watch', period: watchMs, run: () => navigator.watch() }],
  }
}
