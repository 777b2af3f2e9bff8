import {
  MarineDataError,
  type Condition,
  type CourseQuestion,
  type PathMetadata,
  type PathValue,
  type Position,
  type ResourceChange,
  type Route,
  type RouteRequest,
  type Waypoint,
  type WaypointRequest,
} from '@marinedata/model'
import { ManualClock } from '#manual-clock.ts'
import type { CourseEvent, CourseStore, StoredCourse } from '../src/course/course-store.ts'
import {
  ResourceRegistry,
  type ResourceEvent,
  type ResourceStore,
} from '../src/resources/resource-registry.ts'
import { CourseComputation } from '../src/course/course-computation.ts'
import { CourseProviders } from '../src/course/course-providers.ts'
import { CourseService } from '../src/course/course-service.ts'
import { person } from './person.ts'

export const by = person('Anna', '127.0.0.1')

export const at = (latitude: number, longitude: number): Position => ({ latitude, longitude })

/** Stores the course and the resources in memory. */
export class MemoryCourseStore implements CourseStore {
  readonly events: (CourseEvent | ResourceEvent)[] = []
  readonly routes = this.#resources<Route>()
  readonly waypoints = this.#resources<Waypoint>()
  #course: unknown = null
  isFull = false

  course(): unknown {
    return this.#course
  }

  async write(course: StoredCourse | null, event?: CourseEvent): Promise<void> {
    await Promise.resolve()
    this.#note(event)
    this.#course = JSON.parse(JSON.stringify(course))
  }

  #resources<Item extends { readonly id: string }>(): ResourceStore<Item> {
    const itemById = new Map<string, Item>()
    return {
      all: () => [...itemById.values()],
      put: async (item, event) => {
        await Promise.resolve()
        this.#note(event)
        itemById.set(item.id, item)
      },
      remove: async (id, event) => {
        await Promise.resolve()
        this.#note(event)
        itemById.delete(id)
      },
    }
  }

  #note(event: CourseEvent | ResourceEvent | undefined): void {
    if (this.isFull) throw new MarineDataError('storage-full', 'No room')
    if (event !== undefined) this.events.push(event)
  }

  /** Stores an invalid course. */
  spoil(course: unknown): void {
    this.#course = course
  }
}

/** A course service with a position that the test sets. */
export class CourseFixture {
  readonly clock = new ManualClock()
  readonly store: MemoryCourseStore
  readonly routes: ResourceRegistry<RouteRequest>
  readonly waypoints: ResourceRegistry<WaypointRequest>
  readonly navigator: CourseService
  readonly metadata: PathMetadata[] = []
  readonly faults: unknown[] = []
  readonly conditions: Condition[] = []
  /** The conditions of the warning about the provider. */
  readonly warnings: Condition[] = []
  /** The saved choices of a provider. */
  readonly choices: string[] = []
  readonly providers = new CourseProviders({
    load: () => this.choices.at(-1),
    save: async (id) => void this.choices.push(id),
  })
  readonly routeChanges: ResourceChange[] = []
  position: Position | null = at(60, 20)
  motion: Omit<CourseQuestion, 'position' | 'origin' | 'waypoint'> = {}
  /** The severity of the arrival alert before the start. */
  severityAtStart: Condition['state'] | undefined
  readonly #valueByPath = new Map<string, unknown>()
  published = 0
  #created = 0

  constructor(store = new MemoryCourseStore(), severityAtStart?: Condition['state']) {
    this.store = store
    this.severityAtStart = severityAtStart
    const { clock } = this
    this.waypoints = new ResourceRegistry({
      kind: { name: 'waypoint', plural: 'waypoints', limit: 3, notFoundCode: 'waypoint-not-found' },
      store: store.waypoints,
      clock,
      newId: () => `waypoint-${++this.#created}`,
    })
    this.routes = new ResourceRegistry({
      kind: {
        name: 'route',
        plural: 'routes',
        limit: 200,
        notFoundCode: 'route-not-found',
        inUse: { code: 'route-in-use', reason: 'is active. End the course first' },
      },
      store: store.routes,
      clock,
      newId: () => `route-${++this.#created}`,
      isInUse: (id) => this.navigator.isSailing(id),
      onChange: (change) => void this.routeChanges.push(change),
    })
    this.navigator = new CourseService({
      clock,
      store,
      route: (id) => this.routes.find(id),
      position: () => this.position,
      motion: () => this.motion,
      computation: this.#computation(),
      publish: (values, metadata) => this.#record(values, metadata),
      notify: (condition) => void this.conditions.push(condition),
      activeSeverity: () => this.conditions.at(-1)?.state ?? this.severityAtStart,
      onFault: (error) => void this.faults.push(error),
    })
  }

  #computation(): CourseComputation {
    return new CourseComputation({
      clock: this.clock,
      providers: this.providers,
      notify: (condition) => void this.warnings.push(condition),
      activeSeverity: () => this.warnings.at(-1)?.state,
      onFault: (error) => void this.faults.push(error),
    })
  }

  draw(points: readonly Position[], name = 'Round the island'): Promise<Route> {
    const request: RouteRequest = { name, points: [...points] }
    return this.routes.create(request, by)
  }

  /** Moves the boat to a position, one second later. */
  sail(position: Position | null): void {
    this.clock.advance(1_000)
    this.position = position
    this.navigator.watch()
  }

  /** The last published value below `navigation.courseGreatCircle`. */
  value(name: string): unknown {
    return this.#valueByPath.get(`navigation.courseGreatCircle.${name}`)
  }

  get alert(): Condition | undefined {
    return this.conditions.at(-1)
  }

  #record(values: readonly PathValue[], metadata: readonly PathMetadata[]): void {
    this.published++
    this.metadata.push(...metadata)
    for (const { path, value } of values) this.#valueByPath.set(path, value)
  }
}
