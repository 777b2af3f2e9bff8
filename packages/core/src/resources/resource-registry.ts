import type { Clock } from '#clock.ts'
import { OneAtATime } from '#one-at-a-time.ts'
import { MarineDataError, type Actor, type ProblemCode, type ResourceChange } from '@marinedata/model'

/** The differences between kinds of stored resources. */
export interface ResourceKind {
  /** For messages, the audit and the table on disk, such as "route". */
  readonly name: string
  /** The member of `resources` in the root object, and the segment of its address, such as "routes". */
  readonly plural: string
  /** Maximum number of items. */
  readonly limit: number
  readonly notFoundCode: ProblemCode
  /** The problem of removing an item that is in use, and the end of its message; absent when every item can be removed. */
  readonly inUse?: { readonly code: ProblemCode; readonly reason: string }
}

/** A stored resource with the id that the server assigned. */
export type Stored<Content> = Content & { readonly id: string }

type Change = ResourceChange['change']

/** A change for the audit. */
export interface ResourceEvent {
  readonly actor: Actor
  readonly operation: `${string}-${Change}`
  readonly at: string
  /** The id of the resource. */
  readonly subject: string
}

/**
 * Stores all resources of one kind. A write resolves when the item and its audit entry are on disk. If it rejects,
 * nothing was written.
 */
export interface ResourceStore<Item> {
  /** In order of creation. */
  all(): Item[]
  /** Adds the item, or replaces the item with the same id. */
  put(item: Item, event: ResourceEvent): Promise<void>
  remove(id: string, event: ResourceEvent): Promise<void>
}

export interface ResourceRegistryOptions<Content> {
  readonly kind: ResourceKind
  readonly store: ResourceStore<Stored<Content>>
  readonly clock: Clock
  readonly newId: () => string
  /** Whether an item is in use and cannot be removed. */
  readonly isInUse?: (id: string) => boolean
  readonly onChange?: (change: ResourceChange) => void
}

/** The stored resources of one kind. */
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

  /** @throws MarineDataError with the code of the kind if it does not exist */
  find(id: string): Stored<Content> {
    const { name, notFoundCode } = this.#options.kind
    const item = this.#itemById.get(id)
    if (item === undefined) throw new MarineDataError(notFoundCode, `No ${name} has the id "${id}"`)
    return item
  }

  /** @throws MarineDataError `storage-full` */
  create(content: Content, by: Actor): Promise<Stored<Content>> {
    const { newId } = this.#options
    return this.#changes.run(async () => {
      this.#requireRoom()
      return await this.#put({ id: newId(), ...content }, 'made', by)
    })
  }

  /** Replaces the item, or adds it with an id of the client. @throws MarineDataError `storage-full` */
  put(id: string, content: Content, by: Actor): Promise<Stored<Content>> {
    return this.#changes.run(async () => {
      const isKnown = this.#itemById.has(id)
      if (!isKnown) this.#requireRoom()
      return await this.#put({ id, ...content }, isKnown ? 'changed' : 'made', by)
    })
  }

  /** Replaces the item. */
  change(id: string, content: Content, by: Actor): Promise<Stored<Content>> {
    return this.#changes.run(async () => {
      this.find(id)
      return await this.#put({ id, ...content }, 'changed', by)
    })
  }

  /** @throws MarineDataError with the code of the kind when the item is in use */
  remove(id: string, by: Actor): Promise<Stored<Content>> {
    const { kind, store, isInUse } = this.#options
    return this.#changes.run(async () => {
      const item = this.find(id)
      if (kind.inUse !== undefined && isInUse?.(id) === true)
        throw new MarineDataError(kind.inUse.code, `The ${kind.name} "${item.name}" ${kind.inUse.reason}`)
      await store.remove(id, this.#event(id, 'removed', by))
      this.#itemById.delete(id)
      this.#changed(id, 'removed')
      return item
    })
  }

  #requireRoom(): void {
    const { limit, plural } = this.#options.kind
    if (this.#itemById.size >= limit)
      throw new MarineDataError(
        'storage-full',
        `The limit of ${limit} ${plural} is reached. Remove one first`,
      )
  }

  async #put(item: Stored<Content>, change: Change, by: Actor): Promise<Stored<Content>> {
    await this.#options.store.put(item, this.#event(item.id, change, by))
    this.#itemById.set(item.id, item)
    this.#changed(item.id, change)
    return item
  }

  #changed(id: string, change: Change): void {
    this.#revision++
    this.#options.onChange?.({ revision: this.#revision, id, change })
  }

  #event(subject: string, change: Change, actor: Actor): ResourceEvent {
    const { kind, clock } = this.#options
    return { operation: `${kind.name}-${change}`, actor, at: clock.timestamp(), subject }
  }
}
