import { MarineDataError, type Route, type RouteRequest } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { CourseBy, CourseDeed, CourseStore } from './course-store.ts'

export interface RouteBookOptions {
  readonly store: CourseStore
  readonly clock: Clock
  readonly newId: () => string
  /** Whether the boat sails this route now. */
  readonly isSailed: (id: string) => boolean
}

const maxRoutes = 200

/** The routes that were drawn. */
export class RouteBook {
  readonly #options: RouteBookOptions
  readonly #routeById: Map<string, Route>

  constructor(options: RouteBookOptions) {
    this.#options = options
    this.#routeById = new Map(options.store.routes().map((route) => [route.id, route]))
  }

  list(): Route[] {
    return [...this.#routeById.values()]
  }

  /** @throws MarineDataError `route-not-found` */
  find(id: string): Route {
    const route = this.#routeById.get(id)
    if (route === undefined) throw new MarineDataError('route-not-found', `There is no route "${id}"`)
    return route
  }

  /** @throws MarineDataError `storage-full` */
  make(request: RouteRequest, by: CourseBy): Route {
    if (this.#routeById.size >= maxRoutes)
      throw new MarineDataError('storage-full', `There are ${maxRoutes} routes already: remove one first`)
    return this.#put(this.#options.newId(), request, { deed: 'route-made', ...by })
  }

  /** Whoever draws the route anew that is sailed changes where the boat is to go. */
  change(id: string, request: RouteRequest, by: CourseBy): Route {
    this.find(id)
    return this.#put(id, request, { deed: 'route-changed', ...by })
  }

  /** @throws MarineDataError `route-in-use`: where the boat goes to does not vanish beneath it */
  remove(id: string, by: CourseBy): Route {
    const { store, clock, isSailed } = this.#options
    const route = this.find(id)
    if (isSailed(id))
      throw new MarineDataError('route-in-use', `"${route.name}" is being sailed: end the course first`)
    store.write({ removed: id }, { deed: 'route-removed', ...by, at: clock.timestamp(), subject: id })
    this.#routeById.delete(id)
    return route
  }

  #put(id: string, { name, points }: RouteRequest, deed: Pick<CourseDeed, 'deed'> & CourseBy): Route {
    const { store, clock } = this.#options
    const route: Route = { id, name, points }
    store.write({ route }, { ...deed, at: clock.timestamp(), subject: id })
    this.#routeById.set(id, route)
    return route
  }
}
