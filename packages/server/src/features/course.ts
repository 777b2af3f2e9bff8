import { CourseComputation, CourseService } from '@marinedata/core'
import { courseSource as source, type CourseQuestion, type Route } from '@marinedata/model'
import { freshFix } from '../compose/alerts.ts'
import { freshNumber, type Core } from '../compose/core.ts'
import { courseRoutes } from '../http/routes/course-routes.ts'
import type { Base, Feature } from '../compose/feature.ts'

const arrivalPath = 'notifications.navigation.course.arrival'

const providerPath = 'notifications.navigation.course.provider'

const watchMs = 1_000

export interface CourseFeature extends Feature {
  readonly navigator: CourseService
}

/** The known motion of the boat. A number outside the range of the question is unknown. */
const motionOf = (core: Core): Omit<CourseQuestion, 'position' | 'origin' | 'waypoint'> => {
  const within = (path: string, least: number, most: number): number | undefined => {
    const value = freshNumber(core, path)
    return value !== undefined && value >= least && value < most ? value : undefined
  }
  const speedOverGround = within('navigation.speedOverGround', 0, 100)
  const courseOverGround = within('navigation.courseOverGroundTrue', 0, 2 * Math.PI)
  const magneticVariation = within('navigation.magneticVariation', -Math.PI, Math.PI)
  return {
    ...(speedOverGround !== undefined && { speedOverGround }),
    ...(courseOverGround !== undefined && { courseOverGround }),
    ...(magneticVariation !== undefined && { magneticVariation }),
  }
}

const computationOf = ({ core, log }: Base): CourseComputation =>
  new CourseComputation({
    clock: core.clock,
    providers: core.courseProviders,
    notify: (value) => core.voice.publish(source, [{ path: providerPath, value }]),
    activeSeverity: () => core.alerts.stateAt(providerPath, source),
    onFault: (error) => log.error({ event: 'course.publish_failed', err: error }, 'course not published'),
  })

/** The active course, restored from the store. */
export const courseFeature = (
  base: Base,
  { route }: { readonly route: (id: string) => Route },
): CourseFeature => {
  const { core, store, log, api } = base
  const { clock, voice, alerts, courseProviders: providers } = core
  const navigator = new CourseService({
    clock,
    store: store.course,
    route,
    position: () => freshFix(core),
    motion: () => motionOf(core),
    computation: computationOf(base),
    publish: (values, meta) => voice.publish(source, values, meta),
    notify: (value) => voice.publish(source, [{ path: arrivalPath, value }]),
    activeSeverity: () => alerts.stateAt(arrivalPath, source),
    onFault: (error) => log.error({ event: 'course.save_failed', err: error }, 'course not saved'),
  })
  return {
    navigator,
    routes: courseRoutes({
      courseBase: `${api}/vessels/self/navigation/course`,
      navigator,
      providers,
      note: (event) => store.audit.recordEvent({ kind: 'server', details: {}, ...event }, clock.timestamp()),
    }),
    tasks: [{ name: 'course.watch', period: watchMs, run: () => navigator.watch() }],
  }
}
