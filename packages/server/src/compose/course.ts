import { FreeAuthor, Navigator, RouteBook } from '@marinedata/core'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { freshFix } from './alerts.ts'
import type { Core } from './core.ts'
import { courseRoutes } from '../http/routes/course-routes.ts'
import type { Route } from '../http/route.ts'
import type { BoatStore } from '../storage/boat-store.ts'

const source = 'course'
const arrivalPath = 'notifications.navigation.course.arrival'

export interface CourseParts {
  readonly core: Core
  readonly store: BoatStore
  readonly log: Logger
}

export interface ComposedCourse {
  readonly routes: RouteBook
  readonly navigator: Navigator
}

/** The routes, and where the boat is to go, as they were when the last process ended. */
export const composeCourse = ({ core, store, log }: CourseParts): ComposedCourse => {
  const { clock, intake, alerts } = core
  const author = new FreeAuthor(source)
  const routes: RouteBook = new RouteBook({
    store: store.course,
    clock,
    newId: randomUUID,
    isSailed: (id) => navigator.isSailing(id),
  })
  const navigator = new Navigator({
    clock,
    store: store.course,
    route: (id) => routes.find(id),
    position: () => freshFix(core),
    publish: (values, meta) =>
      void intake.accept({ updates: [{ values: [...values], meta: [...meta] }] }, author),
    tell: (value) => void intake.accept({ updates: [{ values: [{ path: arrivalPath, value }] }] }, author),
    told: () => alerts.stateAt(arrivalPath, source),
    onFault: (error) => log.error({ err: error }, 'the course could not be written'),
  })
  return { routes, navigator }
}

export const courseRoutesOf = ({
  core,
  course,
}: {
  readonly core: Core
  readonly course: ComposedCourse
}): Route[] => {
  const api = `/${core.productWord}/v2/api`
  return courseRoutes({
    routesBase: `${api}/resources/routes`,
    courseBase: `${api}/vessels/self/navigation/course`,
    ...course,
  })
}
