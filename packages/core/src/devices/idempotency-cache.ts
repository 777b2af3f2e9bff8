import type { Clock } from '../clock.ts'
import { changedNothing } from './command-run.ts'
import type { Counters } from '../counters.ts'
import { MarineDataError } from '@marinedata/model'

export const idempotencyLimits = { perActor: 256, lifetimeMs: 600_000 } as const

interface CachedAnswer {
  readonly body: string
  readonly answer: Promise<unknown>
  readonly at: number
  isSettled: boolean
}

export interface KeyedRequest {
  /** Keys of different actors are independent. */
  readonly actorKey: string
  readonly key: string
  readonly body: string
}

export interface IdempotencyCacheOptions {
  readonly clock: Clock
  readonly counters: Pick<Counters, 'evictedAnswers'>
}

/**
 * One effect per idempotency key: a repeated request gets the stored answer, also while the first one is running. A
 * request that changed nothing is forgotten as soon as it is refused, so that the client can retry with the same key.
 */
export class IdempotencyCache {
  readonly #options: IdempotencyCacheOptions
  /** Key: actor, in order of arrival. Bounded: 256 keys per actor, for ten minutes. */
  readonly #answersByActor = new Map<string, Map<string, CachedAnswer>>()

  constructor(options: IdempotencyCacheOptions) {
    this.#options = options
  }

  /**
   * Executes a request once per key.
   * @throws MarineDataError `idempotency-conflict` when the key was used for another request
   */
  async once<T>({ actorKey, key, body }: KeyedRequest, execute: () => Promise<T>): Promise<T> {
    this.#removeExpired()
    const answers = this.#answersByActor.get(actorKey) ?? new Map<string, CachedAnswer>()
    const known = answers.get(key)
    if (known !== undefined) {
      if (known.body !== body)
        throw new MarineDataError(
          'idempotency-conflict',
          'The idempotency key was used for another request. Use a new key',
        )
      // The same body has the same type of answer.
      return known.answer as Promise<T>
    }
    if (answers.size >= idempotencyLimits.perActor) this.#evictFrom(answers)
    const answer = execute()
    const cached: CachedAnswer = { body, answer, at: this.#options.clock.now(), isSettled: false }
    this.#answersByActor.set(actorKey, answers.set(key, cached))
    const settle = (error?: unknown): void => {
      cached.isSettled = true
      if (changedNothing(error) && answers.get(key) === cached) answers.delete(key)
    }
    // Updates the cache only: the caller handles the promise itself.
    answer.then(() => settle(), settle)
    return answer
  }

  /**
   * Evicts the actor's oldest answer. Running requests are never evicted: their keys could have a second effect.
   */
  #evictFrom(answers: Map<string, CachedAnswer>): void {
    for (const [key, { isSettled }] of answers) {
      if (!isSettled) continue
      answers.delete(key)
      this.#options.counters.evictedAnswers++
      return
    }
    throw new MarineDataError(
      'too-many-requests',
      `${idempotencyLimits.perActor} requests with an idempotency key are running. Wait for their answers`,
    )
  }

  #removeExpired(): void {
    const now = this.#options.clock.now()
    for (const [actor, answers] of this.#answersByActor) {
      for (const [key, { at, isSettled }] of answers) {
        if (now - at < idempotencyLimits.lifetimeMs || !isSettled) break
        answers.delete(key)
      }
      if (answers.size === 0) this.#answersByActor.delete(actor)
    }
  }
}
