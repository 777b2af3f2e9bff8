import {
  MarineDataError,
  weatherFault,
  type WeatherAnswer,
  type WeatherProviderList,
  type WeatherQuestion,
  type WeatherSubject,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Asker, AskLimits } from '#providers/asker.ts'
import { OpenQuestions } from '#providers/open-questions.ts'
import { ProviderChoice, type ChoiceStore } from '#providers/provider-choice.ts'

/** A plugin that answers questions about the weather. Its answers are not trusted. */
export interface WeatherProvider {
  /** The questions that it answers. */
  readonly subjects: readonly WeatherSubject[]
  ask<Subject extends WeatherSubject>(
    subject: Subject,
    question: WeatherQuestion<Subject>,
    limits: AskLimits,
  ): Promise<unknown>
}

export interface WeatherProvidersOptions {
  readonly clock: Clock
  readonly store: ChoiceStore
}

/** A provider may have to query a remote service over a satellite. */
export const weatherAnswerMs = 20_000

/** The plugins that answer questions about the weather: which one answers, and how many questions are open. */
export class WeatherProviders {
  readonly #clock: Clock
  readonly #providers: ProviderChoice<WeatherProvider>
  readonly #questions = new OpenQuestions({ about: 'the weather', perPerson: 4, inAll: 10 })

  constructor({ clock, store }: WeatherProvidersOptions) {
    this.#clock = clock
    this.#providers = new ProviderChoice(store)
  }

  add(id: string, provider: WeatherProvider): void {
    this.#providers.add(id, provider)
  }

  lose(id: string): void {
    this.#providers.lose(id)
  }

  /** The id of the provider that answers by default. */
  get defaultId(): string | undefined {
    return this.#providers.defaultId()
  }

  list(): WeatherProviderList {
    const { defaultId } = this
    return Object.fromEntries(
      [...this.#providers.entries()].map(([id, { subjects }]) => [
        id,
        { isDefault: id === defaultId, subjects: [...subjects] },
      ]),
    )
  }

  /** @throws MarineDataError `not-found` when no such provider runs */
  async choose(id: string): Promise<void> {
    this.#named(id)
    await this.#providers.choose(id)
  }

  /** The id of the provider that answers. @throws MarineDataError `no-provider`, `not-found` */
  providerOf(subject: WeatherSubject, wanted: string | undefined): string {
    const qualifies = ({ subjects }: WeatherProvider): boolean => subjects.includes(subject)
    const id = wanted ?? this.#providers.defaultId(qualifies)
    if (id === undefined)
      throw new MarineDataError('no-provider', `No plugin provides ${subject} of the weather`)
    if (!qualifies(this.#named(id)))
      throw new MarineDataError(
        'no-provider',
        `The plugin "${id}" does not provide ${subject} of the weather`,
      )
    return id
  }

  /**
   * Asks a provider. An answer with any fault is refused as a whole.
   * @throws MarineDataError `no-provider`, `not-found`, `too-many-requests`, `plugin-failed`, `plugin-not-running`, and
   *   the provider's own errors
   */
  async ask<Subject extends WeatherSubject>(
    subject: Subject,
    question: WeatherQuestion<Subject>,
    { who, provider: wanted, signal }: Asker,
  ): Promise<WeatherAnswer<Subject> & { readonly provider: string }> {
    const id = this.providerOf(subject, wanted)
    using _open = this.#questions.take(who)
    const answer = await this.#named(id)
      .ask(subject, question, { deadlineMs: weatherAnswerMs, signal })
      .catch(rethrow)
    const now = Date.parse(this.#clock.timestamp())
    const fault = weatherFault(subject, { question, answer, now })
    if (fault !== undefined)
      throw new MarineDataError('plugin-failed', `The weather provider "${id}" sent a wrong answer: ${fault}`)
    // Its schema has accepted it.
    return { provider: id, ...(answer as WeatherAnswer<Subject>) }
  }

  #named(id: string): WeatherProvider {
    const provider = this.#providers.get(id)
    if (provider === undefined) throw new MarineDataError('not-found', `There is no weather provider "${id}"`)
    return provider
  }
}

/** A question changes nothing, so an answer that did not come is a failure with a known outcome. */
const rethrow = (error: unknown): never => {
  if (error instanceof MarineDataError && error.code === 'unconfirmed')
    throw new MarineDataError('plugin-failed', 'The weather provider did not answer in time')
  throw error
}
