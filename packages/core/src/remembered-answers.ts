import type { Clock } from './clock.ts'
import { MarineDataError } from '@marinedata/model'

const limits = { answers: 10_000, memoryMs: 600_000 }

interface Remembered {
  readonly body: string
  readonly answer: Promise<unknown>
  readonly at: number
}

/** One effect for each key: whoever asks again with the same key gets the same answer, also while it is being made. */
export class RememberedAnswers {
  readonly #clock: Clock
  /** In the order in which they were asked. */
  readonly #answerByKey = new Map<string, Remembered>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @throws MarineDataError `idempotency-conflict` when the key stands for another request */
  async once<T>(key: string, body: string, make: () => Promise<T>): Promise<T> {
    this.#forgetOld()
    const known = this.#answerByKey.get(key)
    if (known !== undefined) {
      if (known.body !== body)
        throw new MarineDataError('idempotency-conflict', 'The key was used for another request')
      // Made for the same body, by the same kind of request.
      return known.answer as Promise<T>
    }
    if (this.#answerByKey.size >= limits.answers)
      throw new MarineDataError('too-many-requests', `More than ${limits.answers} keys within ten minutes`)
    const answer = make()
    // Whoever asked hears of it; this is only the memory.
    answer.catch(() => undefined)
    this.#answerByKey.set(key, { body, answer, at: this.#clock.now() })
    return answer
  }

  #forgetOld(): void {
    const now = this.#clock.now()
    for (const [key, { at }] of this.#answerByKey) {
      if (now - at < limits.memoryMs) return
      this.#answerByKey.delete(key)
    }
  }
}
