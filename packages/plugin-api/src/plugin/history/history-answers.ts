import { MarineDataError, type HistoryPage, type HistoryQuestion } from '@marinedata/model'
import { historyPageBytes } from '#protocol/limits.ts'
import type { ServerConnection } from '../server-connection.ts'

/** Rows of the answer, or undefined after a slice of work without rows. */
export type HistoryStep = readonly unknown[] | undefined

/**
 * Answers a question with rows. A step works at most 50 ms, so that the plugin answers pings meanwhile.
 * @throws MarineDataError `invalid-query`, `too-much-history` when it cannot be answered
 */
export type HistoryHandler = (question: HistoryQuestion) => Iterable<HistoryStep>

const limits = {
  openAnswers: 32,
  /** An answer whose next page nobody asks for is ended. */
  idleMs: 60_000,
  /** A page is sent after this time, even if it is empty: a deletion of years has nothing to send for minutes. */
  pageMs: 3_000,
  /** Work without a pause for other messages. */
  sliceMs: 20,
  /** Characters of a part of a row. At most 3 bytes each in UTF-8, or 2 when it is escaped. */
  partLength: 15_000,
} as const

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) + 1

/** The parts of one row: a row that does not fit into a page is cut. */
const partsOf = (row: string): string[] => {
  if (bytesOf(row) <= historyPageBytes) return [row]
  const count = Math.ceil(row.length / limits.partLength)
  return Array.from({ length: count }, (_, at) =>
    row.slice(at * limits.partLength, (at + 1) * limits.partLength),
  )
}

interface Part {
  readonly text: string
  /** Whether the row goes on in the next part. */
  readonly isOpen: boolean
}

/** A page that is being filled. A part of a row that goes on is the only one of its page. */
class PageWriter {
  readonly #rows: string[] = []
  #bytes = 0
  #isOpen = false

  /** Adds a part; false when it does not fit. */
  add({ text, isOpen }: Part): boolean {
    this.#bytes += bytesOf(text)
    if (this.#rows.length > 0 && (isOpen || this.#bytes > historyPageBytes)) return false
    this.#rows.push(text)
    this.#isOpen = isOpen
    return true
  }

  done(): HistoryPage {
    return this.#isOpen ? { rows: this.#rows, open: true } : { rows: this.#rows }
  }
}

/**
 * Lets the answers work one after the other, in order, with a pause after each piece of work of half its length:
 * messages are read one in each turn of the event loop, so many questions at once would otherwise delay a ping.
 */
class Turns {
  #last: Promise<void> = Promise.resolve()

  /** Works when the pieces before it are done. */
  async work<T>(piece: () => T): Promise<T> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    const startedAt = performance.now()
    try {
      return piece()
    } finally {
      setTimeout(resolve, (performance.now() - startedAt) / 2)
    }
  }
}

/** An answer that is sent page by page. */
class OpenAnswer {
  readonly #steps: Iterator<HistoryStep>
  readonly #turns: Turns
  readonly #parts: Part[] = []
  #isDone = false
  #idle: NodeJS.Timeout | undefined

  constructor(steps: Iterable<HistoryStep>, turns: Turns) {
    this.#steps = steps[Symbol.iterator]()
    this.#turns = turns
  }

  /** The next page, and whether it is the last one. */
  async page(signal: AbortSignal): Promise<{ readonly page: HistoryPage; readonly isLast: boolean }> {
    clearTimeout(this.#idle)
    const page = new PageWriter()
    const end = performance.now() + limits.pageMs
    while ((await this.#turns.work(() => this.#fillFor(page, signal))) && performance.now() < end);
    return { page: page.done(), isLast: this.#isDone && this.#parts.length === 0 }
  }

  endWhenIdle(end: () => void): void {
    this.#idle = setTimeout(end, limits.idleMs).unref()
  }

  end(): void {
    clearTimeout(this.#idle)
    this.#isDone = true
    this.#steps.return?.()
  }

  /** Fills the page for a short time; false when it is complete. */
  #fillFor(page: PageWriter, signal: AbortSignal): boolean {
    if (signal.aborted) throw new MarineDataError('unconfirmed', 'The question was cancelled')
    const end = performance.now() + limits.sliceMs
    while (performance.now() < end) if (!this.#fill(page)) return false
    return true
  }

  /** Adds one part to the page, or works one step for the next part; false when the page is complete. */
  #fill(page: PageWriter): boolean {
    const [part] = this.#parts
    if (part === undefined) return this.#work()
    if (!page.add(part)) return false
    this.#parts.shift()
    return !part.isOpen
  }

  /** Works one step; false when there is none left. */
  #work(): boolean {
    if (this.#isDone) return false
    const step = this.#steps.next()
    this.#isDone = step.done === true
    for (const row of step.done === true ? [] : (step.value ?? [])) {
      const texts = partsOf(JSON.stringify(row))
      this.#parts.push(...texts.map((text, at) => ({ text, isOpen: at < texts.length - 1 })))
    }
    return true
  }
}

/** The answers of the plugin to questions about history. */
export class HistoryAnswers {
  readonly #server: ServerConnection
  readonly #openByNumber = new Map<number, OpenAnswer>()
  readonly #turns = new Turns()
  #handler: HistoryHandler | undefined
  #count = 0

  constructor(server: ServerConnection) {
    this.#server = server
  }

  /** @throws MarineDataError `not-declared` */
  async offer(handler: HistoryHandler): Promise<void> {
    // A question may arrive before the response.
    this.#handler = handler
    await this.#server.request('history/offer', {})
  }

  async ask(question: HistoryQuestion, signal: AbortSignal): Promise<HistoryPage> {
    if (this.#handler === undefined)
      throw new MarineDataError('no-history-provider', 'The plugin has not offered history')
    if (this.#openByNumber.size >= limits.openAnswers)
      throw new MarineDataError('too-many-requests', `At most ${limits.openAnswers} questions at once`)
    const number = ++this.#count
    this.#openByNumber.set(number, new OpenAnswer(this.#handler(question), this.#turns))
    return await this.next(number, signal)
  }

  async next(number: number, signal: AbortSignal): Promise<HistoryPage> {
    const answer = this.#openByNumber.get(number)
    if (answer === undefined) throw new MarineDataError('not-found', 'This answer has ended')
    try {
      const { page, isLast } = await answer.page(signal)
      if (isLast) this.end(number)
      else answer.endWhenIdle(() => this.end(number))
      return isLast ? page : { ...page, next: number }
    } catch (error) {
      this.end(number)
      throw error
    }
  }

  end(number: number): void {
    const answer = this.#openByNumber.get(number)
    this.#openByNumber.delete(number)
    answer?.end()
  }

  /** The plugin stops. */
  endAll(): void {
    for (const number of this.#openByNumber.keys()) this.end(number)
  }
}
