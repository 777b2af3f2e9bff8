import {
  checkOf,
  HistoryPage,
  MarineDataError,
  type HistoryProviderList,
  type HistoryQuestion,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Asker, AskLimits } from '#providers/asker.ts'
import { OpenQuestions } from '#providers/open-questions.ts'
import { ProviderChoice, type ChoiceStore } from '#providers/provider-choice.ts'

/** A plugin that answers questions about recorded values. Its answers are not trusted. */
export interface HistoryProvider {
  ask(question: HistoryQuestion, limits: AskLimits): Promise<unknown>
  /** The next page of an answer. */
  next(next: number, limits: AskLimits): Promise<unknown>
  /** Ends the answer: the asker has left. */
  end(next: number): void
}

export interface HistoryProvidersOptions {
  readonly clock: Clock
  readonly store: ChoiceStore
}

/** The client that replays the history. */
export interface Replayer {
  /** Undefined for callers without one. */
  readonly credential: string | undefined
  readonly isOwner: boolean
  /** An owner has taken the place. */
  readonly replaced: () => void
}

export const historyAskLimits = {
  /** Maximum concurrent questions of one person. */
  perPerson: 4,
  /** Maximum concurrent questions of everyone. */
  inAll: 10,
  /** Maximum concurrent replays. */
  replays: 4,
  /** Maximum concurrent replays of one credential. */
  replaysEach: 2,
  pageMs: 15_000,
  /** The whole answer, with the reader's time. */
  answerMs: 60_000,
  /** A deletion. Years on a slow memory card take minutes, and the pages show that it continues. */
  deletionMs: 3_600_000,
} as const

const checkPage = checkOf<HistoryPage>(HistoryPage)

/** The plugins that answer questions about history: which one answers, and how many questions are open. */
export class HistoryProviders {
  readonly #options: HistoryProvidersOptions
  readonly #providers: ProviderChoice<HistoryProvider>
  readonly #questions = new OpenQuestions({ about: 'history', ...historyAskLimits })
  readonly #replays = new Set<Replayer>()

  constructor(options: HistoryProvidersOptions) {
    this.#options = options
    this.#providers = new ProviderChoice(options.store)
  }

  add(id: string, provider: HistoryProvider): void {
    this.#providers.add(id, provider)
  }

  lose(id: string): void {
    this.#providers.lose(id)
  }

  /** The id of the provider that answers by default. */
  get defaultId(): string | undefined {
    return this.#providers.defaultId()
  }

  list(): HistoryProviderList {
    const chosen = this.defaultId
    const ids = [...this.#providers.entries()].map(([id]) => id)
    return Object.fromEntries(ids.map((id) => [id, { isDefault: id === chosen }]))
  }

  /** @throws MarineDataError `not-found` when no such provider runs */
  async choose(id: string): Promise<void> {
    this.#find(id)
    await this.#providers.choose(id)
  }

  /**
   * Asks a question. Yields the rows of each page that has any.
   * @throws MarineDataError `no-history-provider`, `not-found`, `too-many-requests`, `plugin-failed`,
   *   `plugin-not-running`, and the provider's own errors
   */
  async *ask(question: HistoryQuestion, asker: Asker): AsyncGenerator<readonly unknown[], void> {
    const provider = this.#find(asker.provider)
    using _open = this.#questions.take(asker.who)
    const { answerMs, deletionMs } = historyAskLimits
    const endsAt = this.#options.clock.now() + (question.ask === 'forget' ? deletionMs : answerMs)
    yield* this.#pages(provider, question, { signal: asker.signal, endsAt })
  }

  /**
   * Asks a question whose answer is read at the pace of a replay.
   * @throws as `ask`
   */
  async *replay(
    question: HistoryQuestion,
    asker: Omit<Asker, 'who'>,
  ): AsyncGenerator<readonly unknown[], void> {
    yield* this.#pages(this.#find(asker.provider), question, { signal: asker.signal, endsAt: Infinity })
  }

  /**
   * When all places are taken, an owner takes the place of somebody else, who loses it.
   * @throws MarineDataError `no-history-provider`, `busy` when too many replays are open
   */
  openReplay(replayer: Replayer): Disposable {
    this.#find(undefined)
    const { credential } = replayer
    const open = [...this.#replays]
    const own = open.filter((other) => credential !== undefined && other.credential === credential)
    if (own.length >= historyAskLimits.replaysEach)
      throw new MarineDataError('busy', `At most ${historyAskLimits.replaysEach} replays of one person`)
    if (open.length >= historyAskLimits.replays) this.#replace(replayer, open)
    this.#replays.add(replayer)
    return { [Symbol.dispose]: () => void this.#replays.delete(replayer) }
  }

  #replace({ isOwner }: Replayer, open: readonly Replayer[]): void {
    const other = isOwner ? open.findLast((each) => !each.isOwner) : undefined
    if (other === undefined)
      throw new MarineDataError('busy', `At most ${historyAskLimits.replays} concurrent replays`)
    this.#replays.delete(other)
    other.replaced()
  }

  async *#pages(
    provider: HistoryProvider,
    question: HistoryQuestion,
    { signal, endsAt }: { readonly signal: AbortSignal; readonly endsAt: number },
  ): AsyncGenerator<readonly unknown[], void> {
    const limits = (): AskLimits => {
      const left = endsAt - this.#options.clock.now()
      if (left <= 0) return rethrow(new MarineDataError('unconfirmed', 'It took too long'), question)
      return { deadlineMs: Math.min(left, historyAskLimits.pageMs), signal }
    }
    let next: number | undefined
    let rest = ''
    try {
      do {
        const asked = next === undefined ? provider.ask(question, limits()) : provider.next(next, limits())
        // A provider that failed has ended its answer.
        next = undefined
        const page = pageOf(await asked.catch((error: unknown) => rethrow(error, question)))
        next = page.next
        const [first, ...others] = page.rows
        // An empty page says that the work continues.
        if (first === undefined) continue
        const texts = [rest + first, ...others]
        rest = page.open === true ? (texts.pop() ?? '') : ''
        if (texts.length > 0) yield texts.map(parseRow)
      } while (next !== undefined)
    } finally {
      if (next !== undefined) provider.end(next)
    }
  }

  #find(id: string | undefined): HistoryProvider {
    const wanted = id ?? this.defaultId
    if (wanted === undefined)
      throw new MarineDataError(
        'no-history-provider',
        'No plugin provides history. Enable the plugin "recorder"',
      )
    const provider = this.#providers.get(wanted)
    if (provider === undefined)
      throw new MarineDataError('not-found', `There is no history provider "${wanted}"`)
    return provider
  }
}

const failed = (message: string): MarineDataError => new MarineDataError('plugin-failed', message)

/** A question changes nothing, so an answer that did not come is a failure with a known outcome. A deletion may be done. */
const rethrow = (error: unknown, { ask }: HistoryQuestion): never => {
  if (ask !== 'forget' && error instanceof MarineDataError && error.code === 'unconfirmed')
    throw failed('The history provider did not answer in time')
  throw error
}

const pageOf = (page: unknown): HistoryPage => {
  if (checkPage.accepts(page)) return page
  throw failed('The history provider sent a page that does not fit its schema')
}

const parseRow = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw failed('The history provider sent a row that is not JSON')
  }
}
