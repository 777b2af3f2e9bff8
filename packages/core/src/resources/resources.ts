/** The resources of one kind, stored or provided. */
interface ResourceSection {
  /** Incremented by every change. */
  readonly revision: number
  list(): readonly { readonly id: string }[]
}

/** The resources of all kinds, for readers of the root object. */
export class Resources {
  readonly #sectionByName = new Map<string, ResourceSection>()

  /** @param name the member of `resources` in the root object */
  add(name: string, section: ResourceSection): void {
    this.#sectionByName.set(name, section)
  }

  has(name: string): boolean {
    return this.#sectionByName.has(name)
  }

  /** Incremented by every change. */
  get revision(): number {
    let sum = 0
    for (const { revision } of this.#sectionByName.values()) sum += revision
    return sum
  }

  kinds(): (readonly [kind: string, items: readonly { readonly id: string }[]])[] {
    return [...this.#sectionByName].map(([name, section]) => [name, section.list()] as const)
  }
}
