import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { RouteRequest, WaypointRequest } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import type { CourseAsker } from './course-asker.ts'
import { DrawnList, type Deed } from './drawn-list.ts'

const undoMs = 10_000

/** The routes and waypoints. Nobody is asked whether to save: what was done last can be taken back. */
export class Drawings implements Disposable {
  readonly routes: DrawnList<RouteRequest>
  readonly waypoints: DrawnList<WaypointRequest>
  readonly #deed = signal<Deed | undefined>(undefined)
  readonly #ending: () => void
  #deedEnds: ReturnType<typeof setTimeout> | undefined

  /** What was done last, as long as it can be taken back. */
  readonly deed: ReadonlySignal<Deed | undefined> = this.#deed

  /** @param mark whenever it is another, someone may have drawn something elsewhere */
  constructor(
    { client, link }: Pick<Boat, 'client' | 'link'>,
    asker: CourseAsker,
    mark: ReadonlySignal<string>,
  ) {
    const parts = { client, asker, onDeed: (deed: Deed): void => this.#note(deed) }
    this.routes = new DrawnList({ ...parts, names: ['routes', 'route'] })
    this.waypoints = new DrawnList({ ...parts, names: ['waypoints', 'waypoint'] })
    this.#ending = effect(() => {
      if (mark.value !== '' && !link.isLost.value) void this.load()
    })
  }

  async load(): Promise<void> {
    await Promise.all([this.routes.load(), this.waypoints.load()])
  }

  async takeBack(): Promise<void> {
    const deed = this.#deed.peek()
    this.#forget()
    await deed?.takeBack()
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#deedEnds)
    this.#ending()
  }

  #note(deed: Deed): void {
    clearTimeout(this.#deedEnds)
    this.#deed.value = deed
    this.#deedEnds = setTimeout(() => this.#forget(), undoMs)
  }

  #forget(): void {
    clearTimeout(this.#deedEnds)
    this.#deed.value = undefined
  }
}
