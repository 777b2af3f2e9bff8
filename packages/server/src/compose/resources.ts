import type { ResourceSource } from '@marinedata/core'

/** The stored resources of one kind. */
interface ResourceSection {
  /** Incremented with every change. */
  readonly revision: number
  list(): readonly { readonly id: string }[]
}

/** The stored resources of all kinds, for readers of the tree. Each feature adds its own kinds. */
export class Resources implements ResourceSource {
  readonly #kindByName = new Map<string, ResourceSection>()

  add(name: string, kind: ResourceSection): void {
    this.#kindByName.set(name, kind)
  }

  get revision(): number {
    let sum = 0
    for (const { revision } of this.#kindByName.values()) sum += revision
    return sum
  }

  kinds(): (readonly [kind: string, items: readonly { readonly id: string }[]])[] {
    return [...this.#kindByName].map(([name, kind]) => [name, kind.list()] as const)
  }
}
