import { CourseService } from '@marinedata/core'
import { courseSource as source, type Route } from '@marinedata/model'
import { freshFix } from '../compose/alerts.ts'
import { courseRoutes } from '../http/routes/course-routes.ts'
import type { Base, Feature } from '../compose/feature.ts'

const arrivalPath = 'notifications.navigation.course.arrival'

const watchMs = 1_000

export interface CourseFeature extends Feature {
  readonly navigator: CourseService
}

/** The active course, restored from the store. */
export const courseFeature = (
  { core, store, log, api }: Base,
  { route }: { readonly route: (id: string) => Route },
): CourseFeature => {
  const { clock, voice, alerts } = core
  const navigator = new CourseService({
    clock,
    store: store.course,
    route,
    position: () => freshFix(core),
    publish: (values, meta) => voice.publish(source, values, meta),
    notify: (value) => voice.publish(source, [{ path: arrivalPath, value }]),
    activeSeverity: () => alerts.stateAt(arrivalPath, source),
    onFault: (error) => log.error({ event: 'course.save_failed', err: error }, 'course not saved'),
  })
  return {
    navigator,
    routes: courseRoutes({ courseBase: `${api}/vessels/self/navigation/course`, navigator }),
    tasks: [{ name: 'course.watch', period: watchMs, run: () => navigator.watch() }],
  }
}
