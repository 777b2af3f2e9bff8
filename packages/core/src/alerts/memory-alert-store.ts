import type { AlertRecord, EndedRecord } from './alert-record.ts'
import type { AlertChanges, AlertDeed, AlertStore } from './alert-store.ts'

/** Alerts for as long as the process lives: for tests and for simulated nights. */
export class MemoryAlertStore implements AlertStore {
  readonly deeds: AlertDeed[] = []
  /** How often something was written. */
  writes = 0
  /** As a card that is full. */
  isFailing = false
  /** A write waits for this, as on a slow card. */
  delay: Promise<void> | undefined
  readonly #recordById = new Map<string, AlertRecord>()
  #past: readonly EndedRecord[] = []

  all(): readonly AlertRecord[] {
    return [...this.#recordById.values()]
  }

  past(): readonly EndedRecord[] {
    return this.#past
  }

  async write({ kept, over, remembered }: AlertChanges, deeds: readonly AlertDeed[]): Promise<void> {
    if (this.delay !== undefined) await this.delay
    if (this.isFailing) throw new RangeError('The card is full')
    this.writes++
    for (const { id } of over) this.#recordById.delete(id)
    for (const record of kept) this.#recordById.set(record.id, record)
    if (over.length > 0) this.#past = [...this.#past, ...over].slice(-remembered)
    this.deeds.push(...deeds)
  }
}
