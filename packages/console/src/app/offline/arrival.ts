import { signal, type ReadonlySignal } from '@preact/signals'
import type { MarineDataClient } from '@marinedata/client'
import type { Visitor } from '@marinedata/model'
import type { Keepsake, Visit } from './keepsake.ts'

/** Someone who is here, or was when the boat was last heard. */
export interface Arrival {
  readonly visitor: Visitor
  /** Their last visit, when the console was opened without the boat. */
  readonly visit: Visit | undefined
  /** Whether the boat itself has said who it is. */
  readonly isKnown: ReadonlySignal<boolean>
}

/** `asking` stands only before the first answer, or until it takes too long. */
export type Arriving = Arrival | 'asking' | 'unanswered'

export interface ArrivalsOptions {
  readonly client: Pick<MarineDataClient, 'call'>
  readonly keepsake: Pick<Keepsake, 'visit'>
  /** Whether the boat serves another console than this one by now. */
  readonly isOutdated: () => Promise<boolean>
  readonly reload: () => void
  /** The boat knows nobody here. */
  readonly onNobody: () => void
}

const waits = { patienceMs: 2_000, againMs: 2_000 }

const isSame = (one: Visitor, other: Visitor): boolean => one.name === other.name && one.boat === other.boat

/**
 * Asks who sits here until there is an answer. When it takes too long, whoever was here last sees the console as it is
 * without the boat; once the boat answers, it goes on with them, or begins anew when anything is different.
 */
export class Arrivals implements Disposable {
  readonly #options: ArrivalsOptions
  readonly #state = signal<Arriving>('asking')
  readonly #isKnown = signal(false)
  #timer: ReturnType<typeof setTimeout>
  #isOver = false

  readonly state: ReadonlySignal<Arriving> = this.#state

  constructor(options: ArrivalsOptions) {
    this.#options = options
    this.#timer = setTimeout(() => this.#doWithout('asking'), waits.patienceMs)
    void this.#ask()
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  async #ask(): Promise<void> {
    try {
      const visitor = await this.#options.client.call<Visitor>('GET', 'access/me')
      clearTimeout(this.#timer)
      await this.#meet(visitor)
    } catch {
      if (this.#isOver) return
      clearTimeout(this.#timer)
      this.#doWithout('unanswered')
      this.#timer = setTimeout(() => void this.#ask(), waits.againMs)
    }
  }

  /** @param otherwise what there is when nobody was here before */
  #doWithout(otherwise: 'asking' | 'unanswered'): void {
    if (this.#state.peek() !== 'asking') return
    const { visit } = this.#options.keepsake
    this.#state.value =
      visit === undefined ? otherwise : { visitor: visit.visitor, visit, isKnown: this.#isKnown }
  }

  async #meet(visitor: Visitor): Promise<void> {
    const state = this.#state.peek()
    const isOpen = typeof state === 'object'
    if (visitor.name === null) this.#options.onNobody()
    if (isOpen && (!isSame(state.visitor, visitor) || (await this.#options.isOutdated())))
      return this.#options.reload()
    this.#state.value = { visitor, visit: isOpen ? state.visit : undefined, isKnown: this.#isKnown }
    this.#isKnown.value = true
  }
}
