import {
  checkProvidedResource,
  MarineDataError,
  providedResourceLimits,
  type ProvidedResource,
  type ResourceChange,
} from '@marinedata/model'
import type { Resources } from './resources.ts'

export interface ProvidedResourcesOptions {
  readonly resources: Resources
  readonly onChange: (kind: string, change: ResourceChange) => void
}

/** The resources of one kind. They stay listed, without items, when their provider stops. */
class ProvidedKind {
  readonly itemById = new Map<string, { readonly item: ProvidedResource; readonly length: number }>()
  provider: string | undefined
  revision = 0
  /** The sum of the lengths of its items. */
  length = 0

  list(): ProvidedResource[] {
    return [...this.itemById.values()].map(({ item }) => item)
  }

  set(item: ProvidedResource, length: number): void {
    this.delete(item.id)
    this.itemById.set(item.id, { item, length })
    this.length += length
  }

  delete(id: string): boolean {
    this.length -= this.itemById.get(id)?.length ?? 0
    return this.itemById.delete(id)
  }

  clear(): void {
    this.itemById.clear()
    this.length = 0
  }
}

/**
 * The resources that plugins provide, by kind. They are kept in memory while their plugin runs. A kind belongs to the
 * plugin that used its name first, and no plugin can use the name of a kind that the server stores.
 */
export class ProvidedResources {
  readonly #options: ProvidedResourcesOptions
  readonly #kindByName = new Map<string, ProvidedKind>()

  constructor(options: ProvidedResourcesOptions) {
    this.#options = options
  }

  /**
   * Adds a resource, or replaces the one with the same id.
   * @throws MarineDataError `name-taken`, `too-large`, `invalid-value`, `storage-full`
   */
  put(provider: string, name: string, item: ProvidedResource): void {
    // Before the kind is taken: a refused resource leaves nothing behind.
    const length = checkProvidedResource(name, item)
    const kind = this.#own(provider, name)
    const { id } = item
    const { itemsPerKind, totalLength } = providedResourceLimits
    const known = kind.itemById.get(id)
    if (known === undefined && kind.itemById.size >= itemsPerKind)
      throw new MarineDataError('storage-full', `The limit of ${itemsPerKind} ${name} is reached`)
    if (this.#lengthOf(provider) - (known?.length ?? 0) + length > totalLength)
      throw new MarineDataError(
        'storage-full',
        `The resources of a plugin have at most ${totalLength} characters together`,
      )
    kind.set(item, length)
    this.#changed(name, kind, { id, change: known === undefined ? 'made' : 'changed' })
  }

  /** Removes a resource; has no effect if it does not exist. @throws MarineDataError `name-taken` */
  remove(provider: string, name: string, id: string): void {
    const kind = this.#own(provider, name)
    if (kind.delete(id)) this.#changed(name, kind, { id, change: 'removed' })
  }

  /** The provider has stopped: its resources are removed. */
  lose(provider: string): void {
    for (const [name, kind] of this.#kindByName) {
      if (kind.provider !== provider) continue
      kind.provider = undefined
      const last = [...kind.itemById.keys()].at(-1)
      if (last === undefined) continue
      // Clients see that the revision has grown by the number of removed resources.
      kind.revision += kind.itemById.size - 1
      kind.clear()
      this.#changed(name, kind, { id: last, change: 'removed' })
    }
  }

  /** Whether a plugin provides this kind, or has provided it. */
  has(name: string): boolean {
    return this.#kindByName.has(name)
  }

  /** @throws MarineDataError `not-found` when no plugin provides this kind */
  list(name: string): ProvidedResource[] {
    const kind = this.#kindByName.get(name)
    if (kind === undefined)
      throw new MarineDataError('not-found', `There are no resources of the kind "${name}"`)
    return kind.list()
  }

  /** @throws MarineDataError `not-found` */
  find(name: string, id: string): ProvidedResource {
    const found = this.#kindByName.get(name)?.itemById.get(id)
    if (found === undefined)
      throw new MarineDataError('not-found', `There is no resource "${id}" of the kind "${name}"`)
    return found.item
  }

  #own(provider: string, name: string): ProvidedKind {
    const known = this.#kindByName.get(name)
    const isTaken = known === undefined ? this.#options.resources.has(name) : !isFreeFor(known, provider)
    if (isTaken)
      throw new MarineDataError('name-taken', `The kind "${name}" belongs to another plugin or to the server`)
    const kind = known ?? new ProvidedKind()
    kind.provider = provider
    if (known === undefined) {
      this.#kindByName.set(name, kind)
      this.#options.resources.add(name, kind)
    }
    return kind
  }

  #lengthOf(provider: string): number {
    let sum = 0
    for (const kind of this.#kindByName.values()) if (kind.provider === provider) sum += kind.length
    return sum
  }

  #changed(name: string, kind: ProvidedKind, change: Omit<ResourceChange, 'revision'>): void {
    kind.revision++
    this.#options.onChange(name, { revision: kind.revision, ...change })
  }
}

const isFreeFor = ({ provider: owner }: ProvidedKind, provider: string): boolean =>
  owner === undefined || owner === provider
