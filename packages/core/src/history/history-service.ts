import {
  checkOf,
  HistoryForgotten,
  HistoryStorage,
  HistoryValuesHead,
  MarineDataError,
  selfContext,
  Track,
  trackToleranceMetres,
  Type,
  type Check,
  type HistoryQuestion,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Asker } from '#providers/asker.ts'
import type { HistoryProviders } from './history-providers.ts'
import {
  parseBox,
  parseRange,
  parseValuesQuestion,
  type RangeText,
  type ValuesText,
} from './history-query.ts'

export interface HistoryServiceOptions {
  readonly clock: Clock
  readonly providers: HistoryProviders
  /** The full context of own ship. */
  readonly self: string
}

export type WithContext<T> = Omit<T, 'context'> & { readonly context?: string | undefined }

/** The head of an answer, and its rows page by page. Read all pages, or return the generator. */
export interface HistoryValues {
  readonly head: HistoryValuesHead
  readonly pages: AsyncGenerator<readonly unknown[], void>
}

const limits = { texts: 100_000, points: 200_000 } as const

const checkHead = checkOf<HistoryValuesHead>(HistoryValuesHead)
const checkText = checkOf<string>(Type.String())
const checkPoint = checkOf<Track['points'][number]>(Track.properties.points.items)
const checkStorage = checkOf<HistoryStorage>(HistoryStorage)
const checkForgotten = checkOf<HistoryForgotten>(HistoryForgotten)

/** Answers questions about recorded values, with the help of a provider. */
export class HistoryService {
  readonly #options: HistoryServiceOptions

  constructor(options: HistoryServiceOptions) {
    this.#options = options
  }

  /** @throws MarineDataError `invalid-query`, `too-much-history`, and the errors of `HistoryProviders.ask` */
  async values(text: WithContext<ValuesText>, asker: Asker): Promise<HistoryValues> {
    const question = parseValuesQuestion({ ...text, context: this.#contextOf(text.context) }, this.#now)
    const pages = this.#options.providers.ask({ ask: 'values', question }, asker)
    const first = await pages.next()
    const [head, ...rows] = first.done === true ? [] : first.value
    if (!checkHead.accepts(head)) {
      await pages.return()
      throw wrongAnswer()
    }
    return { head, pages: withFirst(rows, pages) }
  }

  /** Contexts with recorded values, sorted. */
  async contexts(range: RangeText, asker: Asker): Promise<string[]> {
    return await this.#collect({ ask: 'contexts', ...this.#rangeOf(range) }, asker, {
      check: checkText,
      most: limits.texts,
    })
  }

  /** Paths with recorded values, sorted. */
  async paths(
    { context, bbox, ...range }: RangeText & { readonly context?: string; readonly bbox?: string },
    asker: Asker,
  ): Promise<string[]> {
    const question: HistoryQuestion = {
      ask: 'paths',
      ...this.#rangeOf(range),
      ...(context !== undefined && { context: this.#contextOf(context) }),
      ...(bbox !== undefined && { bbox: parseBox(bbox) }),
    }
    return await this.#collect(question, asker, { check: checkText, most: limits.texts })
  }

  /** @param text with the tolerance in metres */
  async track(
    {
      context,
      tolerance = trackToleranceMetres,
      ...range
    }: WithContext<RangeText> & { readonly tolerance?: number },
    asker: Asker,
  ): Promise<Track> {
    const question: HistoryQuestion = {
      ask: 'track',
      ...this.#rangeOf(range),
      context: this.#contextOf(context),
      tolerance,
    }
    return { points: await this.#collect(question, asker, { check: checkPoint, most: limits.points }) }
  }

  async storage(asker: Asker): Promise<HistoryStorage> {
    return await this.#single({ ask: 'storage' }, asker, checkStorage)
  }

  /** Deletes what was recorded in a range. */
  async forget(range: RangeText, asker: Asker): Promise<HistoryForgotten> {
    return await this.#single({ ask: 'forget', ...this.#rangeOf(range) }, asker, checkForgotten)
  }

  /** Unix milliseconds. */
  get #now(): number {
    return Date.parse(this.#options.clock.timestamp())
  }

  #rangeOf(range: RangeText) {
    return parseRange(range, this.#now)
  }

  #contextOf(context: string = selfContext): string {
    return context === this.#options.self ? selfContext : context
  }

  async #single<T>(question: HistoryQuestion, asker: Asker, check: Check<T>): Promise<T> {
    const [row] = await this.#collect(question, asker, { check, most: 1 })
    if (row === undefined) throw wrongAnswer()
    return row
  }

  async #collect<T>(
    question: HistoryQuestion,
    asker: Asker,
    { check, most }: { readonly check: Check<T>; readonly most: number },
  ): Promise<T[]> {
    const all: T[] = []
    for await (const rows of this.#options.providers.ask(question, asker)) {
      for (const row of rows) {
        if (!check.accepts(row)) throw wrongAnswer()
        all.push(row)
      }
      if (all.length > most)
        throw new MarineDataError(
          'too-much-history',
          `The answer has more than ${most} entries. Use a shorter range`,
        )
    }
    return all
  }
}

async function* withFirst(
  rows: readonly unknown[],
  pages: AsyncGenerator<readonly unknown[], void>,
): AsyncGenerator<readonly unknown[], void> {
  try {
    yield rows
    yield* pages
  } finally {
    await pages.return()
  }
}

const wrongAnswer = (): MarineDataError =>
  new MarineDataError('plugin-failed', 'The answer of the history provider does not fit its schema')
