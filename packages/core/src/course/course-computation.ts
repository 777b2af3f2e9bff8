import {
  courseFault,
  MarineDataError,
  type Condition,
  type CourseAnswer,
  type CourseQuestion,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { normalCondition } from './arrival.ts'
import { ConditionNotice, type ConditionNoticeOptions } from './condition-notice.ts'
import type { CourseProvider, CourseProviders } from './course-providers.ts'
import type { ProvidedNumbers } from './leg.ts'

export interface CourseComputationOptions extends ConditionNoticeOptions {
  readonly clock: Clock
  readonly providers: Pick<CourseProviders, 'chosen'>
  /** Called when the numbers could not be published. */
  readonly onFault: (error: unknown) => void
}

export const computationLimits = {
  /** An answer must arrive before the next second. */
  answerMs: 400,
  /** How long a provider is not asked after a fault. */
  pauseMs: 5_000,
  /** Right answers, one after the other, that end the warning. */
  rightAnswers: 3,
  /** How long the chosen plugin may take to start with the server, before its absence is a warning. */
  startMs: 60_000,
} as const

/**
 * Asks the chosen provider to compute the course, one question at a time, and checks its answers. While it does not
 * answer rightly and in time, there is a warning, and the server computes the course.
 */
export class CourseComputation {
  readonly #options: CourseComputationOptions
  readonly #notice: ConditionNotice
  readonly #startedAt: number
  #open: AbortController | undefined
  #pausedUntil = Number.NEGATIVE_INFINITY
  /** Right answers that are missing until the warning ends. */
  #missing = 0
  /** The id that was chosen when the server last asked. */
  #chosenId: string | undefined
  #hasAsked = false

  constructor(options: CourseComputationOptions) {
    this.#options = options
    this.#notice = new ConditionNotice(options)
    this.#startedAt = options.clock.now()
  }

  /** Ends the warning: there is no course. */
  rest(): void {
    this.#missing = 0
    this.#pausedUntil = Number.NEGATIVE_INFINITY
    this.#notice.set(normalCondition)
  }

  /**
   * Asks the chosen provider, unless it is not running, paused or still busy.
   * @param onEnd called once, asynchronously, if this returns true: with the numbers, or undefined without an answer
   * @returns false when the server must use its own numbers immediately
   */
  ask(question: CourseQuestion, onEnd: (provided: ProvidedNumbers | undefined) => void): boolean {
    const { providers, clock, onFault } = this.#options
    const { chosen } = providers
    if (chosen === undefined || chosen.id !== this.#chosenId) this.#change(chosen?.id)
    if (chosen === undefined) return false
    const { id, provider } = chosen
    if (provider === undefined) {
      this.#missingProvider(id)
      return false
    }
    if (this.#open !== undefined || clock.now() < this.#pausedUntil) return false
    this.#hasAsked = true
    this.#answer({ id, provider }, question).then(onEnd).catch(onFault)
    return true
  }

  /** Called when the owner has chosen another provider, or cleared the choice. */
  #change(id: string | undefined): void {
    this.#chosenId = id
    this.#open?.abort(new MarineDataError('unconfirmed', 'Another provider was chosen'))
    this.rest()
  }

  #missingProvider(id: string): void {
    const { clock } = this.#options
    const isStarting = clock.now() - this.#startedAt < computationLimits.startMs
    if (!isStarting || this.#hasAsked) this.#warn(id, notRunning)
  }

  async #answer(
    { id, provider }: { readonly id: string; readonly provider: CourseProvider },
    question: CourseQuestion,
  ): Promise<ProvidedNumbers | undefined> {
    const open = new AbortController()
    this.#open = open
    const result = await answerOf(provider, question, open.signal)
    this.#open = undefined
    // The answer of a provider that is no longer chosen says nothing about the present one.
    if (this.#options.providers.chosen?.id !== id) return undefined
    if ('fault' in result) {
      this.#pausedUntil = this.#options.clock.now() + computationLimits.pauseMs
      this.#warn(id, result.fault)
      return undefined
    }
    this.#missing = Math.max(0, this.#missing - 1)
    if (this.#missing === 0) this.#notice.set(normalCondition)
    return { provider: id, answer: result.answer }
  }

  #warn(id: string, fault: string): void {
    this.#missing = computationLimits.rightAnswers
    this.#notice.set(faultCondition(id, fault))
  }
}

type Result = { readonly answer: CourseAnswer } | { readonly fault: string }

const answerOf = async (
  provider: CourseProvider,
  question: CourseQuestion,
  signal: AbortSignal,
): Promise<Result> => {
  try {
    const answer = await provider.ask(question, { deadlineMs: computationLimits.answerMs, signal })
    const fault = courseFault(question, answer)
    // The check has accepted it.
    return fault === undefined ? { answer: answer as CourseAnswer } : { fault }
  } catch (error) {
    return { fault: faultOfError(error) }
  }
}

const notRunning = 'it is not running'
/** Maximum length of the plugin's message. */
const messageLength = 100

const faultOfError = (error: unknown): string => {
  const code = error instanceof MarineDataError ? error.code : undefined
  if (code === 'unconfirmed') return `it did not answer within ${computationLimits.answerMs / 1_000} s`
  if (code === 'plugin-not-running') return notRunning
  const message = error instanceof Error ? error.message : String(error)
  return `it answered with the error "${message.slice(0, messageLength)}"`
}

const faultCondition = (id: string, fault: string): Condition => ({
  state: 'warn',
  method: ['visual'],
  message: `The server computes the course, because the plugin "${id}" does not: ${fault}`,
})
