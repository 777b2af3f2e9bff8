import { MarineDataError } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { OneAtATime } from '#one-at-a-time.ts'
import type { Actor } from '#actor.ts'
import type { CourseEvent, ResourceKind, ResourceStore, Stored } from '../course/course-store.ts'

export interface ResourceRegistryOptions<Content> {
  readonly kind: ResourceKind
  /** Maximum number of items. */
  readonly limit: number
  readonly store: ResourceStore<Stored<Content>>
  readonly clock: Clock
  readonly newId: () => string
  /** Whether the course uses this item. An item in use cannot be removed. */
  readonly isInUse?: (id: string) => boolean
}

/** The stored resources of one kind: routes or waypoints. */
export class ResourceRegistry<Content extends { readonly name: string }> {
  readonly #options: ResourceRegistryOptions<Content>
  readonly #itemById: Map<string, Stored<Content>>
  readonly #changes = new OneAtATime()
  #revision = 0

  constructor(options: ResourceRegistryOptions<Content>) {
    this.#options = options
    this.#itemById = new Map(options.store.all().map((item) => [item.id, item]))
  }

  /** Incremented by every change. */
  get revision(): number {
    return this.#revision
  }

  list(): Stored<Content>[] {
    return [...this.#itemById.values()]
  }

  /** @throws MarineDataError `route-not-found`, `waypoint-not-found` */
  find(id: string): Stored<Content> {
    const { kind } = this.#options
    const item = this.#itemById.get(id)
    if (item === undefined) throw new MarineDataError(`${kind}-not-found`, `No ${kind} has the id "${id}"`)
    return item
  }

  /** @throws MarineDataError `storage-full` */
  create(content: Content, by: Actor): Promise<Stored<Content>> {
    const { kind, limit, newId } = this.#options
    return this.#changes.run(async () => {
      if (this.#itemById.size >= limit)
        throw new MarineDataError(
          'storage-full',
          `The limit of ${limit} ${kind}s is reached. Remove one first`,
        )
      return await this.#put({ id: newId(), ...content }, this.#event('made', by))
    })
  }

  /** Replaces the item. Changing the active route changes the course. */
  change(id: string, content: Content, by: Actor): Promise<Stored<Content>> {
    return this.#changes.run(async () => {
      this.find(id)
      return await this.#put({ id, ...content }, this.#event('changed', by))
    })
  }

  /** @throws MarineDataError `route-in-use` when the course follows the route */
  remove(id: string, by: Actor): Promise<Stored<Content>> {
    const { store, isInUse } = this.#options
    return this.#changes.run(async () => {
      const item = this.find(id)
      if (isInUse?.(id) === true)
        throw new MarineDataError('route-in-use', `The route "${item.name}" is active. End the course first`)
      await store.remove(id, { ...this.#event('removed', by), subject: id })
      this.#itemById.delete(id)
      this.#revision++
      return item
    })
  }

  async #put(item: Stored<Content>, deed: Omit<CourseEvent, 'subject'>): Promise<Stored<Content>> {
    await this.#options.store.put(item, { ...deed, subject: item.id })
    this.#itemById.set(item.id, item)
    this.#revision++
    return item
  }

  #event(what: 'made' | 'changed' | 'removed', by: Actor): Omit<CourseEvent, 'subject'> {
    const { kind, clock } = this.#options
    return { deed: `${kind}-${what}`, ...by, at: clock.timestamp() }
  }
}
