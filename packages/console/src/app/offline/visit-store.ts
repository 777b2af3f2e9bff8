import type { Visitor } from '@marinedata/model'
import type { Place } from '#boat/reading.ts'

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
 * Stores who was signed in and when the boat was last connected: enough to open the console offline. None of it is
 * shown as live.
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
