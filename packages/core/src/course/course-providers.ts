import { MarineDataError, type CourseProviderList, type CourseQuestion } from '@marinedata/model'
import type { AskLimits } from '#providers/asker.ts'
import { ProviderChoice, type ChoiceStore } from '#providers/provider-choice.ts'

/** A plugin that computes the course. Its answers are not trusted. */
export interface CourseProvider {
  ask(question: CourseQuestion, limits: AskLimits): Promise<unknown>
}

/** The plugins that can compute the course. They are inactive until the owner chooses it: autopilots follow these numbers. */
export class CourseProviders {
  readonly #providers: ProviderChoice<CourseProvider>

  constructor(store: ChoiceStore) {
    this.#providers = new ProviderChoice(store)
  }

  add(id: string, provider: CourseProvider): void {
    this.#providers.add(id, provider)
  }

  lose(id: string): void {
    this.#providers.lose(id)
  }

  /** The chosen plugin, without a `provider` while it does not run; undefined without a choice. */
  get chosen(): { readonly id: string; readonly provider: CourseProvider | undefined } | undefined {
    const id = this.#providers.chosenId
    return id === undefined ? undefined : { id, provider: this.#providers.get(id) }
  }

  list(): CourseProviderList {
    const { chosenId } = this.#providers
    return Object.fromEntries(
      [...this.#providers.entries()].map(([id]) => [id, { isChosen: id === chosenId }]),
    )
  }

  /** @throws MarineDataError `not-found` when no such provider runs */
  async choose(id: string): Promise<void> {
    if (this.#providers.get(id) === undefined)
      throw new MarineDataError('not-found', `There is no course provider "${id}"`)
    await this.#providers.choose(id)
  }

  /** From now on the server computes the course. */
  async chooseNone(): Promise<void> {
    await this.#providers.chooseNone()
  }
}
