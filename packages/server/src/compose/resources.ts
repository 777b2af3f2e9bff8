import type { ResourceSource } from '@marinedata/core'

/** What is stored of one kind. */
interface ResourceKind {
  /** Grows with every change. */
  readonly revision: number
  list(): readonly { readonly id: string }[]
}

/** The kinds of resources that are stored, for whoever reads the tree; each feature adds its own. */
export class Resources implements ResourceSource {
  readonly #kindByName = new Map<string, ResourceKind>()

  add(name: string, kind: ResourceKind): void {
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
