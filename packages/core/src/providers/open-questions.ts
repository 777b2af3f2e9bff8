import { MarineDataError } from '@marinedata/model'

export interface QuestionLimits {
  /** The subject of the questions, for the message of a refusal. */
  readonly about: string
  /** Maximum concurrent questions of one person. */
  readonly perPerson: number
  /** Maximum concurrent questions of everyone. */
  readonly inAll: number
}

/** Counts the open questions by person. */
export class OpenQuestions {
  readonly #limits: QuestionLimits
  readonly #countByPerson = new Map<string, number>()
  #inAll = 0

  constructor(limits: QuestionLimits) {
    this.#limits = limits
  }

  /** @throws MarineDataError `too-many-requests` */
  take(who: string): Disposable {
    const { about, perPerson, inAll } = this.#limits
    const count = this.#countByPerson.get(who) ?? 0
    if (count >= perPerson)
      throw tooMany(`At most ${perPerson} questions about ${about} at once for one person`)
    if (this.#inAll >= inAll) throw tooMany(`At most ${inAll} questions about ${about} at once`)
    this.#countByPerson.set(who, count + 1)
    this.#inAll++
    return { [Symbol.dispose]: () => this.#release(who) }
  }

  #release(who: string): void {
    this.#inAll--
    const count = (this.#countByPerson.get(who) ?? 1) - 1
    if (count === 0) this.#countByPerson.delete(who)
    else this.#countByPerson.set(who, count)
  }
}

const tooMany = (message: string): MarineDataError => new MarineDataError('too-many-requests', message)
