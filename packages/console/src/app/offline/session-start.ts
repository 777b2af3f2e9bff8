import { signal, type ReadonlySignal } from '@preact/signals'
import type { MarineDataClient } from '@marinedata/client'
import type { Visitor } from '@marinedata/model'
import type { VisitStore, Visit } from './visit-store.ts'

/** A user who is signed in, or was at the last contact with the boat. */
export interface StartedSession {
  readonly visitor: Visitor
  /** The last visit, if the console was opened without a connection to the boat. */
  readonly visit: Visit | undefined
  /** Whether the server has confirmed who is signed in. */
  readonly isKnown: ReadonlySignal<boolean>
}

/** `asking` lasts until the first response or the timeout. */
export type SessionStartState = StartedSession | 'asking' | 'unanswered'

export interface SessionStartOptions {
  readonly client: Pick<MarineDataClient, 'call'>
  readonly visitStore: Pick<VisitStore, 'visit'>
  /** Whether the server now serves another build of the console. */
  readonly isOutdated: () => Promise<boolean>
  readonly reload: () => void
  /** Called when the server says that nobody is signed in. */
  readonly onNobody: () => void
}

const waits = { patienceMs: 2_000, againMs: 2_000 }

const isSame = (one: Visitor, other: Visitor): boolean => one.name === other.name && one.boat === other.boat

/**
 * Asks the server who is signed in until it responds. After a timeout, the last user sees the offline console. When the
 * server responds, the console continues with that user, or restarts if anything differs.
 */
export class SessionStart implements Disposable {
  readonly #options: SessionStartOptions
  readonly #state = signal<SessionStartState>('asking')
  readonly #isKnown = signal(false)
  #timer: ReturnType<typeof setTimeout>
  #isOver = false

  readonly state: ReadonlySignal<SessionStartState> = this.#state

  constructor(options: SessionStartOptions) {
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

  /** @param otherwise the state without a previous visit */
  #doWithout(otherwise: 'asking' | 'unanswered'): void {
    if (this.#state.peek() !== 'asking') return
    const { visit } = this.#options.visitStore
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
