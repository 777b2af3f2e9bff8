import {
  MarineDataError,
  type Condition,
  type PathMetadata,
  type PathValue,
  type Position,
  type Route,
  type RouteRequest,
} from '@marinedata/model'
import { ManualClock } from '#manual-clock.ts'
import type { CourseChange, CourseDeed, CourseStore } from './course-store.ts'
import { Navigator } from './navigator.ts'
import { RouteBook } from './route-book.ts'

export const by = { who: 'Anna', from: '127.0.0.1' } as const

export const at = (latitude: number, longitude: number): Position => ({ latitude, longitude })

/** What a disk would keep. */
export class MemoryCourseStore implements CourseStore {
  readonly deeds: CourseDeed[] = []
  readonly #routeById = new Map<string, Route>()
  #course: unknown = null
  isFull = false

  routes(): Route[] {
    return [...this.#routeById.values()]
  }

  course(): unknown {
    return this.#course
  }

  write({ route, removed, course }: CourseChange, deed?: CourseDeed): void {
    if (this.isFull) throw new MarineDataError('storage-full', 'No room')
    if (route !== undefined) this.#routeById.set(route.id, route)
    if (removed !== undefined) this.#routeById.delete(removed)
    if (course !== undefined) this.#course = JSON.parse(JSON.stringify(course))
    if (deed !== undefined) this.deeds.push(deed)
  }

  /** As if someone had written nonsense. */
  spoil(course: unknown): void {
    this.#course = course
  }
}

/** A boat that goes where the test says, and its navigator. */
export class TrialCourse {
  readonly clock = new ManualClock()
  readonly store: MemoryCourseStore
  readonly routes: RouteBook
  readonly navigator: Navigator
  readonly metadata: PathMetadata[] = []
  readonly faults: unknown[] = []
  readonly told: Condition[] = []
  position: Position | null = at(60, 20)
  /** What stood when it began. */
  stood: Condition['state'] | undefined
  readonly #valueByPath = new Map<string, unknown>()
  published = 0
  #made = 0

  constructor(store = new MemoryCourseStore(), stood?: Condition['state']) {
    this.store = store
    this.stood = stood
    this.routes = new RouteBook({
      store,
      clock: this.clock,
      newId: () => `route-${++this.#made}`,
      isSailed: (id) => this.navigator.isSailing(id),
    })
    this.navigator = new Navigator({
      clock: this.clock,
      store,
      route: (id) => this.routes.find(id),
      position: () => this.position,
      publish: (values, metadata) => this.#hear(values, metadata),
      tell: (condition) => void this.told.push(condition),
      told: () => this.told.at(-1)?.state ?? this.stood,
      onFault: (error) => void this.faults.push(error),
    })
  }

  draw(points: readonly Position[], name = 'Round the island'): Route {
    const request: RouteRequest = { name, points: [...points] }
    return this.routes.make(request, by)
  }

  /** The boat is there now, a second later. */
  sail(position: Position | null): void {
    this.clock.advance(1_000)
    this.position = position
    this.navigator.watch()
  }

  /** What was last told, below `navigation.courseGreatCircle`. */
  value(name: string): unknown {
    return this.#valueByPath.get(`navigation.courseGreatCircle.${name}`)
  }

  get alert(): Condition | undefined {
    return this.told.at(-1)
  }

  #hear(values: readonly PathValue[], metadata: readonly PathMetadata[]): void {
    this.published++
    this.metadata.push(...metadata)
    for (const { path, value } of values) this.#valueByPath.set(path, value)
  }
}
