import type { RouteRequest, WaypointRequest } from '@marinedata/model'
import { signal, type ReadonlySignal, computed, effect } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { Resource } from '#boat/requests.ts'
import type { GpxContent } from '#screens/chart/gpx/gpx.ts'
import { t } from '#words/screen-words.ts'
import type { CourseRequests } from '#navigation/course-store.ts'

/** A resource with the id given by the server. */
type Stored<Content> = Content & { readonly id: string }

/** A change, and how to undo it. */
interface UndoableChange {
  readonly what: 'made' | 'changed' | 'removed' | 'imported'
  readonly name: string
  readonly undo: () => Promise<unknown>
}

interface ResourceListOptions {
  readonly client: Boat['client']
  readonly requests: CourseRequests
  /** Plural as in the address, and the server's singular. */
  readonly names: readonly ['routes', 'route'] | readonly ['waypoints', 'waypoint']
  /** A change is asked for: from now on the one before cannot be undone. */
  readonly onAsk: () => void
  readonly onChange: (lastChange: UndoableChange) => void
}

/** All resources of one kind on the server. */
class ResourceList<Content extends { readonly name: string }> {
  readonly #options: ResourceListOptions
  readonly #list: Resource<readonly Stored<Content>[]>

  readonly items: ReadonlySignal<readonly Stored<Content>[]>

  constructor(options: ResourceListOptions) {
    this.#options = options
    // The kind of the list is the kind of its content.
    this.#list = new Resource(
      () =>
        options.client.call(`GET resources/${this.name}`) as Promise<unknown> as Promise<Stored<Content>[]>,
    )
    this.items = computed(() => this.#list.value.value ?? [])
  }

  /** The plural, as in addresses. */
  get name(): 'routes' | 'waypoints' {
    return this.#options.names[0]
  }

  load(): Promise<void> {
    return this.#list.refresh()
  }

  /** @returns the saved resource; undefined if refused */
  async create(content: Content): Promise<Stored<Content> | undefined> {
    this.#options.onAsk()
    const made = await this.#ask('POST', undefined, content)
    if (made !== undefined) this.#did('made', made, () => this.#ask('DELETE', made.id))
    return made
  }

  async change(before: Stored<Content>, content: Content): Promise<Stored<Content> | undefined> {
    this.#options.onAsk()
    const { id } = before
    const changed = await this.#ask('PUT', id, content)
    if (changed !== undefined) this.#did('changed', changed, () => this.#ask('PUT', id, bare(before)))
    return changed
  }

  async remove(item: Stored<Content>): Promise<boolean> {
    this.#options.onAsk()
    const gone = await this.#ask('DELETE', item.id)
    if (gone !== undefined) this.#did('removed', item, () => this.#ask('POST', undefined, bare(item)))
    return gone !== undefined
  }

  /** Saves a resource without offering to undo it. The list is not loaded again. */
  add(content: Content): Promise<Stored<Content> | undefined> {
    return this.#send('POST', undefined, content)
  }

  /** Deletes resources, as the undo of several additions. */
  async removeAll(items: readonly Stored<Content>[]): Promise<void> {
    for (const { id } of items) await this.#send('DELETE', id)
    await this.load()
  }

  async #ask(
    method: 'POST' | 'PUT' | 'DELETE',
    id: string | undefined,
    body?: unknown,
  ): Promise<Stored<Content> | undefined> {
    const done = await this.#send(method, id, body)
    if (done !== undefined) await this.load()
    return done
  }

  async #send(
    method: 'POST' | 'PUT' | 'DELETE',
    id: string | undefined,
    body?: unknown,
  ): Promise<Stored<Content> | undefined> {
    const { client, requests, names } = this.#options
    const done = await requests.send(() =>
      id === undefined
        ? client.call(`POST resources/${names[0]}`, { body: body as RouteRequest & WaypointRequest })
        : client.call(`${method as 'PUT'} resources/${names[0]}/{id}`, {
            params: { id },
            body: body as RouteRequest & WaypointRequest,
          }),
    )
    // The kind of the list is the kind of its content.
    return (done as Readonly<Record<string, Stored<Content>>> | undefined)?.[names[1]]
  }

  #did(what: UndoableChange['what'], { name }: Content, undo: UndoableChange['undo']): void {
    this.#options.onChange({ what, name, undo })
  }
}

/** The content without its id, which the server assigns. */
const bare = ({ id: _id, ...content }: { readonly id: string }): object => content

/** Saves resources in order until one is refused. Those without a name get the next unused one. */
const addAll = async <Content extends { readonly name: string }>(
  list: ResourceList<Content>,
  contents: readonly (Omit<Content, 'name'> & { readonly name: string | undefined })[],
  word: Parameters<typeof nextName>[0],
): Promise<Stored<Content>[]> => {
  const saved: Stored<Content>[] = []
  for (const content of contents) {
    const name = content.name ?? nextName(word, [...list.items.peek(), ...saved])
    // The content with the name that it lacked.
    const added = await list.add({ ...content, name } as unknown as Content)
    if (added === undefined) break
    saved.push(added)
  }
  return saved
}

const undoMs = 10_000

/** The routes and waypoints. There is no save dialog: the last change can be undone. */
export class RouteStore implements Disposable {
  readonly routes: ResourceList<RouteRequest>
  readonly waypoints: ResourceList<WaypointRequest>
  readonly #lastChange = signal<UndoableChange | undefined>(undefined)
  readonly #ending: () => void
  #changeEnds: ReturnType<typeof setTimeout> | undefined

  /** The last change, while it can be undone. */
  readonly lastChange: ReadonlySignal<UndoableChange | undefined> = this.#lastChange

  constructor({ client, link, values }: Pick<Boat, 'client' | 'link' | 'values'>, requests: CourseRequests) {
    const parts = {
      client,
      requests,
      onAsk: (): void => this.keepChange(),
      onChange: (lastChange: UndoableChange): void => this.#note(lastChange),
    }
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

  /** Saves the content of a file until the first refusal. The whole import can be undone. */
  async import({ routes, waypoints }: GpxContent, fileName: string): Promise<void> {
    this.keepChange()
    const savedRoutes = await addAll(this.routes, routes, 'chart.routeNumber')
    const isWhole = savedRoutes.length === routes.length
    const savedWaypoints = isWhole ? await addAll(this.waypoints, waypoints, 'chart.waypointNumber') : []
    await Promise.all([this.routes.load(), this.waypoints.load()])
    if (savedRoutes.length + savedWaypoints.length === 0) return
    const undo = async (): Promise<void> => {
      await this.routes.removeAll(savedRoutes)
      await this.waypoints.removeAll(savedWaypoints)
    }
    this.#note({ what: 'imported', name: fileName, undo })
  }

  async undo(): Promise<void> {
    const lastChange = this.#lastChange.peek()
    this.keepChange()
    await lastChange?.undo()
  }

  /** Takes the offer to undo away. */
  keepChange(): void {
    clearTimeout(this.#changeEnds)
    this.#lastChange.value = undefined
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#changeEnds)
    this.#ending()
  }

  #note(lastChange: UndoableChange): void {
    clearTimeout(this.#changeEnds)
    this.#lastChange.value = lastChange
    this.#changeEnds = setTimeout(() => this.keepChange(), undoMs)
  }
}

/** The next unused name: `Route 3`. */
export const nextName = (
  word: 'chart.routeNumber' | 'chart.waypointNumber',
  named: readonly { readonly name: string }[],
): string => {
  const taken = new Set(named.map(({ name }) => name))
  for (let number = 1; ; number++) {
    const name = t(word, { number })
    if (!taken.has(name)) return name
  }
}
