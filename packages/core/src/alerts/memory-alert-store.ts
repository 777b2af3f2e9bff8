import type { AlertRecord, EndedRecord } from './alert-record.ts'
import type { AlertChanges, AlertDeed, AlertStore } from './alert-store.ts'

/** Alerts for as long as the process lives: for tests and for simulated nights. */
export class MemoryAlertStore implements AlertStore {
  readonly deeds: AlertDeed[] = []
  /** How often something was written. */
  writes = 0
  /** As a card that is full. */
  isFailing = false
  readonly #recordById = new Map<string, AlertRecord>()
  #past: readonly EndedRecord[] = []

  all(): readonly AlertRecord[] {
    return [...this.#recordById.values()]
  }

  past(): readonly EndedRecord[] {
    return this.#past
  }

  write({ kept, over, remembered }: AlertChanges, deed?: AlertDeed): void {
    if (this.isFailing) throw new RangeError('The card is full')
    this.writes++
    for (const record of kept) this.#recordById.set(record.id, record)
    for (const { id } of over) this.#recordById.delete(id)
    if (over.length > 0) this.#past = [...this.#past, ...over].slice(-remembered)
    if (deed !== undefined) this.deeds.push(deed)
  }
}
