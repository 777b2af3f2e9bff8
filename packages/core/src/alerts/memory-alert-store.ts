import type { AlertRecord, EndedRecord } from './alert-record.ts'
import type { AlertChanges, AlertEvent, AlertStore } from './alert-store.ts'

/** An alert store in memory, for tests and simulations. */
export class MemoryAlertStore implements AlertStore {
  readonly events: AlertEvent[] = []
  /** Number of writes. */
  writes = 0
  /** Makes every write fail, like a full disk. */
  isFailing = false
  /** Writes wait for this, like a slow disk. */
  delay: Promise<void> | undefined
  readonly #recordById = new Map<string, AlertRecord>()
  #past: readonly EndedRecord[] = []

  all(): readonly AlertRecord[] {
    return [...this.#recordById.values()]
  }

  past(): readonly EndedRecord[] {
    return this.#past
  }

  async write({ present, ended, pastCount }: AlertChanges, events: readonly AlertEvent[]): Promise<void> {
    if (this.delay !== undefined) await this.delay
    if (this.isFailing) throw new RangeError('The disk is full')
    this.writes++
    for (const { id } of ended) this.#recordById.delete(id)
    for (const record of present) this.#recordById.set(record.id, record)
    const past = new Map([...this.#past, ...ended].map((record) => [record.id, record]))
    if (ended.length > 0) this.#past = [...past.values()].slice(-pastCount)
    this.events.push(...events)
  }
}
