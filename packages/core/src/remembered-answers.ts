import type { Clock } from './clock.ts'
import { changedNothing } from './command-record.ts'
import type { Counters } from './counters.ts'
import { MarineDataError } from '@marinedata/model'

export const answerLimits = { perAsker: 256, memoryMs: 600_000 } as const

interface Remembered {
  readonly body: string
  readonly answer: Promise<unknown>
  readonly at: number
  isSettled: boolean
}

export interface KeyedRequest {
  /** The name of the principal that asks: keys of different principals never meet. */
  readonly who: string
  readonly key: string
  readonly body: string
}

/** What a request with a key is remembered with. */
export interface AnswerMemory {
  readonly clock: Clock
  readonly counters: Pick<Counters, 'evictedAnswers'>
}

/**
 * One effect per idempotency key: a repeated request gets the stored answer, also while the first one is running.
 * A request that changed nothing is forgotten as soon as it is refused, so that the client can retry with the same key.
 */
export class RememberedAnswers {
  readonly #memory: AnswerMemory
  /** For each asker in the order of asking. Bounded: an asker has 256 keys, and they live for ten minutes. */
  readonly #answersByAsker = new Map<string, Map<string, Remembered>>()

  constructor(memory: AnswerMemory) {
    this.#memory = memory
  }

  /** @throws MarineDataError `idempotency-conflict` when the key stands for another request */
  async once<T>({ who, key, body }: KeyedRequest, make: () => Promise<T>): Promise<T> {
    this.#forgetOld()
    const answers = this.#answersByAsker.get(who) ?? new Map<string, Remembered>()
    const known = answers.get(key)
    if (known !== undefined) {
      if (known.body !== body)
        throw new MarineDataError('idempotency-conflict', 'The key was used for another request')
      // Made for the same body, by the same kind of request.
      return known.answer as Promise<T>
    }
    if (answers.size >= answerLimits.perAsker) this.#evictFrom(answers)
    const answer = make()
    const remembered: Remembered = { body, answer, at: this.#memory.clock.now(), isSettled: false }
    this.#answersByAsker.set(who, answers.set(key, remembered))
    const settle = (error?: unknown): void => {
      remembered.isSettled = true
      if (changedNothing(error) && answers.get(key) === remembered) answers.delete(key)
    }
    // The client has the answer from the promise itself; this is only the memory.
    answer.then(() => settle(), settle)
    return answer
  }

  /** The asker's own oldest answer goes; one that is still being made must not be lost, or its key would have two effects. */
  #evictFrom(answers: Map<string, Remembered>): void {
    for (const [key, { isSettled }] of answers) {
      if (!isSettled) continue
      answers.delete(key)
      this.#memory.counters.evictedAnswers++
      return
    }
    throw new MarineDataError('too-many-requests', `${answerLimits.perAsker} requests with a key are running`)
  }

  #forgetOld(): void {
    const now = this.#memory.clock.now()
    for (const [asker, answers] of this.#answersByAsker) {
      for (const [key, { at, isSettled }] of answers) {
        if (now - at < answerLimits.memoryMs || !isSettled) break
        answers.delete(key)
      }
      if (answers.size === 0) this.#answersByAsker.delete(asker)
    }
  }
}
