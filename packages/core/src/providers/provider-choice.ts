/** Where the owner's choice is saved. */
export interface ChoiceStore {
  load(): string | undefined
  /** Resolves when it is on disk. */
  save(id: string): Promise<void>
}

/** Saved when the owner has cleared the choice. */
const none = ''

/** The plugins that provide one thing, and which of them the owner has chosen. */
export class ProviderChoice<Provider> {
  readonly #store: ChoiceStore
  readonly #providerById = new Map<string, Provider>()
  #chosen: string | undefined

  constructor(store: ChoiceStore) {
    this.#store = store
    const saved = store.load()
    this.#chosen = saved === none ? undefined : saved
  }

  add(id: string, provider: Provider): void {
    this.#providerById.set(id, provider)
  }

  /** The plugin has stopped. Its open questions fail by themselves. */
  lose(id: string): void {
    this.#providerById.delete(id)
  }

  get(id: string): Provider | undefined {
    return this.#providerById.get(id)
  }

  entries(): MapIterator<[string, Provider]> {
    return this.#providerById.entries()
  }

  /** The id of the chosen provider, or else of the first to register, among those that qualify. */
  defaultId(qualifies: (provider: Provider) => boolean = () => true): string | undefined {
    const chosen = this.#chosen === undefined ? undefined : this.#providerById.get(this.#chosen)
    if (chosen !== undefined && qualifies(chosen)) return this.#chosen
    return [...this.entries()].find(([, provider]) => qualifies(provider))?.[0]
  }

  /** The id that the owner has chosen, if any. Its plugin may have stopped. */
  get chosenId(): string | undefined {
    return this.#chosen
  }

  async chooseNone(): Promise<void> {
    await this.#store.save(none)
    this.#chosen = undefined
  }

  /** Saves the choice of a provider that runs. */
  async choose(id: string): Promise<void> {
    await this.#store.save(id)
    this.#chosen = id
  }
}
