import type { MarineDataClient } from '@marinedata/client'
import type { Visitor } from '@marinedata/model'
import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { type Place, placeIn, textIn } from '#boat/values.ts'

/** Stored facts of the last visit. */
export interface Visit {
  readonly visitor: Visitor
  /** Name of the boat. */
  readonly boat: string | undefined
  /** Position of the boat. */
  readonly place: Place | undefined
  /** Time of the last message, by the clock of this device. */
  readonly seenAt: number
}

const storageKey = 'marinedata.visit'

const isVisit = (stored: Partial<Visit>): stored is Visit =>
  typeof stored.seenAt === 'number' &&
  typeof stored.visitor?.name === 'string' &&
  Array.isArray(stored.visitor.roles) &&
  Array.isArray(stored.visitor.scopes)

/**
 * Stores who was signed in and when the boat was last connected: enough to open the console offline. These values are never shown
 * as live.
 */
export class VisitStore {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage
  }

  /** Undefined without an earlier visit, and after signing out. */
  get visit(): Visit | undefined {
    try {
      const stored = Object(JSON.parse(this.#storage.getItem(storageKey) ?? '{}')) as Partial<Visit>
      return isVisit(stored) ? stored : undefined
    } catch {
      return undefined
    }
  }

  save(visit: Visit): void {
    this.#storage.setItem(storageKey, JSON.stringify(visit))
  }

  forget(): void {
    this.#storage.removeItem(storageKey)
  }
}

const everyMs = 5_000

const visitOf = ({ session, values }: Pick<Boat, 'session' | 'values'>): Visit => ({
  visitor: session.me.peek(),
  boat: textIn(values.of('name').peek()),
  place: placeIn(values.of('navigation.position').peek()),
  seenAt: Date.now(),
})

/** Stores the time of the last contact while the boat is connected. */
export const recordVisits = (
  boat: Pick<Boat, 'link' | 'session' | 'values'>,
  visitStore: VisitStore,
): Disposable => {
  const { link } = boat
  const note = (): void => {
    if (link.state.peek() === 'live') visitStore.save(visitOf(boat))
  }
  const timer = setInterval(note, everyMs)
  const beginning = effect(() => {
    if (link.state.value === 'live') note()
  })
  addEventListener('pagehide', note)
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer)
      beginning()
      removeEventListener('pagehide', note)
    },
  }
}

/** Restores the stored values with their original age. */
export const restoreVisit = ({ values }: Pick<Boat, 'values'>, { boat, place, seenAt }: Visit): void => {
  const received = {
    source: '',
    receivedAt: performance.now() - Math.max(0, Date.now() - seenAt),
    isStale: true,
    staleAfterMs: undefined,
  }
  if (boat !== undefined) values.recall('name', { ...received, value: boat })
  if (place !== undefined) values.recall('navigation.position', { ...received, value: place })
}

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
  /** Called when the server reports that there is no session. */
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
      const visitor = await this.#options.client.call('GET access/me')
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
