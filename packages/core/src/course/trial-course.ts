import {
  MarineDataError,
  type Condition,
  type PathMetadata,
  type PathValue,
  type Position,
  type Route,
  type RouteRequest,
  type Waypoint,
  type WaypointRequest,
} from '@marinedata/model'
import { ManualClock } from '#manual-clock.ts'
import type { CourseDeed, CourseStore, DrawnStore, KeptCourse } from './course-store.ts'
import { DrawnBook } from './drawn-book.ts'
import { Navigator } from './navigator.ts'

export const by = { who: 'Anna', from: '127.0.0.1' } as const

export const at = (latitude: number, longitude: number): Position => ({ latitude, longitude })

/** What a disk would keep. */
export class MemoryCourseStore implements CourseStore {
  readonly deeds: CourseDeed[] = []
  readonly routes = this.#drawn<Route>()
  readonly waypoints = this.#drawn<Waypoint>()
  #course: unknown = null
  isFull = false

  course(): unknown {
    return this.#course
  }

  async write(course: KeptCourse | null, deed?: CourseDeed): Promise<void> {
    await Promise.resolve()
    this.#note(deed)
    this.#course = JSON.parse(JSON.stringify(course))
  }

  #drawn<Item extends { readonly id: string }>(): DrawnStore<Item> {
    const itemById = new Map<string, Item>()
    return {
      all: () => [...itemById.values()],
      put: async (item, deed) => {
        await Promise.resolve()
        this.#note(deed)
        itemById.set(item.id, item)
      },
      remove: async (id, deed) => {
        await Promise.resolve()
        this.#note(deed)
        itemById.delete(id)
      },
    }
  }

  #note(deed: CourseDeed | undefined): void {
    if (this.isFull) throw new MarineDataError('storage-full', 'No room')
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
  readonly routes: DrawnBook<RouteRequest>
  readonly waypoints: DrawnBook<WaypointRequest>
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
    const { clock } = this
    this.waypoints = new DrawnBook({
      kind: 'waypoint',
      most: 3,
      store: store.waypoints,
      clock,
      newId: () => `waypoint-${++this.#made}`,
    })
    this.routes = new DrawnBook({
      kind: 'route',
      most: 200,
      store: store.routes,
      clock,
      newId: () => `route-${++this.#made}`,
      isSailed: (id) => this.navigator.isSailing(id),
    })
    this.navigator = new Navigator({
      clock,
      store,
      route: (id) => this.routes.find(id),
      position: () => this.position,
      publish: (values, metadata) => this.#hear(values, metadata),
      tell: (condition) => void this.told.push(condition),
      told: () => this.told.at(-1)?.state ?? this.stood,
      onFault: (error) => void this.faults.push(error),
    })
  }

  draw(points: readonly Position[], name = 'Round the island'): Promise<Route> {
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
