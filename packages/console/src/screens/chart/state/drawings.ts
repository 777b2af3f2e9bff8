import { computed, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { RouteRequest, WaypointRequest } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import type { CourseRequests } from './course-requests.ts'
import { ResourceList, type UndoableChange } from './resource-list.ts'

const undoMs = 10_000

/** The routes and waypoints. There is no save dialog: the last change can be undone. */
export class Drawings implements Disposable {
  readonly routes: ResourceList<RouteRequest>
  readonly waypoints: ResourceList<WaypointRequest>
  readonly #lastChange = signal<UndoableChange | undefined>(undefined)
  readonly #ending: () => void
  #changeEnds: ReturnType<typeof setTimeout> | undefined

  /** The last change, while it can be undone. */
  readonly lastChange: ReadonlySignal<UndoableChange | undefined> = this.#lastChange

  constructor({ client, link, values }: Pick<Boat, 'client' | 'link' | 'values'>, requests: CourseRequests) {
    const parts = { client, requests, onChange: (lastChange: UndoableChange): void => this.#note(lastChange) }
    this.routes = new ResourceList({ ...parts, names: ['routes', 'route'] })
    this.waypoints = new ResourceList({ ...parts, names: ['waypoints', 'waypoint'] })
    // Loads each list at the start, after every lost connection, and when a change is published.
    const endings = [this.routes, this.waypoints].map((list) => {
      const published = values.of(`resources.${list.name}`)
      // Only another change counts, not the age of the last one.
      const change = computed(() => JSON.stringify(published.value?.value))
      return effect(() => {
        void change.value
        if (!link.isLost.value) void list.load()
      })
    })
    this.#ending = () => endings.forEach((end) => end())
  }

  async undo(): Promise<void> {
    const lastChange = this.#lastChange.peek()
    this.#forget()
    await lastChange?.undo()
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#changeEnds)
    this.#ending()
  }

  #note(lastChange: UndoableChange): void {
    clearTimeout(this.#changeEnds)
    this.#lastChange.value = lastChange
    this.#changeEnds = setTimeout(() => this.#forget(), undoMs)
  }

  #forget(): void {
    clearTimeout(this.#changeEnds)
    this.#lastChange.value = undefined
  }
}
