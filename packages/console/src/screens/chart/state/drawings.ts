import { effect, signal, type ReadonlySignal } from '@preact/signals'
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

  /** @param mark a change means that somebody may have added something elsewhere */
  constructor(
    { client, link }: Pick<Boat, 'client' | 'link'>,
    requests: CourseRequests,
    mark: ReadonlySignal<string>,
  ) {
    const parts = { client, requests, onChange: (lastChange: UndoableChange): void => this.#note(lastChange) }
    this.routes = new ResourceList({ ...parts, names: ['routes', 'route'] })
    this.waypoints = new ResourceList({ ...parts, names: ['waypoints', 'waypoint'] })
    this.#ending = effect(() => {
      if (mark.value !== '' && !link.isLost.value) void this.load()
    })
  }

  async load(): Promise<void> {
    await Promise.all([this.routes.load(), this.waypoints.load()])
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
