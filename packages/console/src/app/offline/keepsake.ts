import type { Visitor } from '@marinedata/model'
import type { Place } from '#boat/reading.ts'

/** What is known of the last visit. */
export interface Visit {
  readonly visitor: Visitor
  /** What the boat is called. */
  readonly boat: string | undefined
  /** Where it was. */
  readonly place: Place | undefined
  /** When it was last heard, by the clock of this device. */
  readonly seenAt: number
}

const storageKey = 'marinedata.visit'

const isVisit = (kept: Partial<Visit>): kept is Visit =>
  typeof kept.seenAt === 'number' &&
  typeof kept.visitor?.name === 'string' &&
  Array.isArray(kept.visitor.roles) &&
  Array.isArray(kept.visitor.scopes)

/** Whom the boat knows here, and when that was: enough for the console to open without it. Nothing of it is shown as live. */
export class Keepsake {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage
  }

  /** Undefined when nobody was here, or whoever was has signed out. */
  get visit(): Visit | undefined {
    try {
      const kept = Object(JSON.parse(this.#storage.getItem(storageKey) ?? '{}')) as Partial<Visit>
      return isVisit(kept) ? kept : undefined
    } catch {
      return undefined
    }
  }

  keep(visit: Visit): void {
    this.#storage.setItem(storageKey, JSON.stringify(visit))
  }

  forget(): void {
    this.#storage.removeItem(storageKey)
  }
}
