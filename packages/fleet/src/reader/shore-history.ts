import type { AskLimits, HistoryProvider } from '@marinedata/core'
import type { LogCopy } from '@marinedata/history'
import { MarineDataError, selfContext, type HistoryPage, type HistoryQuestion } from '@marinedata/model'

/** The log of a context; undefined when the tenant has no such boat, or nothing was sent. */
export type LogOf = (context: string) => LogCopy | undefined

type Step = readonly unknown[] | undefined
type QuestionOf<Ask extends HistoryQuestion['ask']> = Extract<HistoryQuestion, { readonly ask: Ask }>

const most = { rows: 500, answers: 16, sliceMs: 50 } as const

/** Answers questions about the history of a tenant's boats, from the copies of their logs. */
export class ShoreHistory implements HistoryProvider {
  readonly #logOf: LogOf
  readonly #contexts: () => Iterable<string>
  readonly #answers = new Map<number, Iterator<Step, void>>()
  #next = 0

  constructor(logOf: LogOf, contexts: () => Iterable<string>) {
    this.#logOf = logOf
    this.#contexts = contexts
  }

  async ask(question: HistoryQuestion, limits: AskLimits): Promise<HistoryPage> {
    return await this.#page(this.#steps(question), limits)
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
    const next = this.#next++
    this.#answers.set(next, steps)
    return { rows, next }
  }

  #steps(question: HistoryQuestion): Iterator<Step, void> {
    switch (question.ask) {
      case 'values':
        return this.#values(question)
      case 'contexts':
        return [[...this.#contexts()].toSorted()][Symbol.iterator]() as Iterator<Step, void>
      case 'paths':
        return this.#paths(question)
      case 'track':
        return this.#track(question)
      default:
        throw new MarineDataError('no-provider', `The shore cannot answer "${question.ask}"`)
    }
  }

  #log(context: string): LogCopy {
    const log = this.#logOf(context)
    if (log === undefined) throw new MarineDataError('not-found', `Nothing is recorded of ${context}`)
    return log
  }

  *#values({ question }: QuestionOf<'values'>): Generator<Step, void> {
    const { context } = question
    for (const page of this.#log(context).values({ ...question, context: selfContext })) {
      if (page === undefined) yield undefined
      else yield page.head === undefined ? page.rows : [{ ...page.head, context }, ...page.rows]
    }
  }

  *#paths({ ask: _ask, context, ...question }: QuestionOf<'paths'>): Generator<Step, void> {
    if (context === undefined)
      throw new MarineDataError('invalid-query', 'Name the context of a boat: a fleet has no own vessel')
    for (const page of this.#log(context).paths({ ...question, context: selfContext })) yield page?.texts
  }

  *#track({ ask: _ask, ...question }: QuestionOf<'track'>): Generator<Step, void> {
    for (const page of this.#log(question.context).track({ ...question, context: selfContext }))
      yield page?.points
  }
}
