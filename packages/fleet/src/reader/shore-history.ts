import type { AskLimits, HistoryProvider } from '@marinedata/core'
import { MarineDataError, selfContext, type HistoryPage, type HistoryQuestion } from '@marinedata/model'
import type { LentLog } from './log-copies.ts'

/** The log of a context; undefined when the tenant has no such boat, or nothing was sent. */
export type LendLog = (context: string) => Promise<LentLog | undefined>

type Step = readonly unknown[] | undefined
type QuestionOf<Ask extends HistoryQuestion['ask']> = Extract<HistoryQuestion, { readonly ask: Ask }>

const minuteMs = 60_000
const most = { rows: 500, answers: 16, sliceMs: 50 } as const

/** Minutes are answered as a whole: the minute in which an ownership begins is left out. */
const firstMinute = ({ from }: LentLog): number => Math.ceil(from / minuteMs) * minuteMs

/** The question to the log of a boat, about nothing that is older than the ownership. */
const owned = <Q extends { readonly from: number }>(question: Q, lent: LentLog) => ({
  ...question,
  context: selfContext,
  from: Math.max(question.from, firstMinute(lent)),
})

/** Answers questions about the history of a tenant's boats, from the copies of their logs. */
export class ShoreHistory implements HistoryProvider {
  readonly #lendLog: LendLog
  readonly #contexts: () => Iterable<string>
  readonly #answers = new Map<number, Iterator<Step, void>>()
  #next = 0

  constructor(lendLog: LendLog, contexts: () => Iterable<string>) {
    this.#lendLog = lendLog
    this.#contexts = contexts
  }

  async ask(question: HistoryQuestion, limits: AskLimits): Promise<HistoryPage> {
    return await this.#page(await this.#steps(question), limits)
  }

  async next(next: number, limits: AskLimits): Promise<HistoryPage> {
    const steps = this.#answers.get(next)
    if (steps === undefined) throw new MarineDataError('not-found', 'This answer has ended')
    this.#answers.delete(next)
    return await this.#page(steps, limits)
  }

  end(next: number): void {
    this.#answers.get(next)?.return?.()
    this.#answers.delete(next)
  }

  /** Other work goes on between two steps. */
  async #page(steps: Iterator<Step, void>, { signal }: AskLimits): Promise<HistoryPage> {
    const rows: string[] = []
    try {
      for (;;) {
        const step = steps.next()
        if (step.done === true) return { rows }
        for (const row of step.value ?? []) rows.push(JSON.stringify(row))
        if (rows.length >= most.rows) break
        await new Promise((resolve) => setImmediate(resolve))
        signal.throwIfAborted()
      }
      if (this.#answers.size >= most.answers)
        throw new MarineDataError('too-many-requests', 'Too many answers are open')
    } catch (error) {
      // Gives the log back.
      steps.return?.()
      throw error
    }
    const next = this.#next++
    this.#answers.set(next, steps)
    return { rows, next }
  }

  async #steps(question: HistoryQuestion): Promise<Iterator<Step, void>> {
    switch (question.ask) {
      case 'values': {
        const lent = await this.#lend(question.question.context, question.question.to)
        return this.#values(question, lent)
      }
      case 'contexts':
        return [[...this.#contexts()].toSorted()][Symbol.iterator]() as Iterator<Step, void>
      case 'paths':
        if (question.context === undefined)
          throw new MarineDataError('invalid-query', 'Name the context of a boat: a fleet has no own vessel')
        return this.#paths(question, await this.#lend(question.context, question.to))
      case 'track':
        return this.#track(question, await this.#lend(question.context, question.to))
      default:
        throw new MarineDataError('no-provider', `The shore cannot answer "${question.ask}"`)
    }
  }

  /** @param to the end of the question: nothing is lent when its owner had the vessel later */
  async #lend(context: string, to: number): Promise<LentLog> {
    const lent = await this.#lendLog(context)
    if (lent !== undefined && firstMinute(lent) <= to) return lent
    lent?.[Symbol.dispose]()
    throw new MarineDataError('not-found', `Nothing is recorded of ${context}`)
  }

  *#values({ question }: QuestionOf<'values'>, lent: LentLog): Generator<Step, void> {
    using _lent = lent
    const { context } = question
    for (const page of lent.log.values(owned(question, lent))) {
      if (page === undefined) yield undefined
      else yield page.head === undefined ? page.rows : [{ ...page.head, context }, ...page.rows]
    }
  }

  *#paths({ ask: _ask, ...question }: QuestionOf<'paths'>, lent: LentLog): Generator<Step, void> {
    using _lent = lent
    for (const page of lent.log.paths(owned(question, lent))) yield page?.texts
  }

  *#track({ ask: _ask, ...question }: QuestionOf<'track'>, lent: LentLog): Generator<Step, void> {
    using _lent = lent
    for (const page of lent.log.track(owned(question, lent))) yield page?.points
  }
}
