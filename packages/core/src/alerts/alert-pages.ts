import type { PastAlert } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import { isEnded, type AlertRecord, type EndedRecord } from './alert-record.ts'
import type { AlertChanges, AlertDeed, AlertStore } from './alert-store.ts'
import { PastAlerts } from './past-alerts.ts'

export interface AlertPagesOptions {
  readonly store: AlertStore
  readonly clock: Clock
  readonly counters: Counters
  readonly onFault: (error: unknown) => void
}

/** So many conditions a second are on disk before they are told; a source that flaps must not hold up the boat. */
const promptWritesPerSecond = 10
const lateAfterMs = 2_000

/** What is written down, and when. */
export class AlertPages {
  readonly #options: AlertPagesOptions
  readonly #past: PastAlerts
  /** By id. */
  readonly #unwritten = new Map<string, AlertRecord | EndedRecord>()
  #secondBeganAt = -Infinity
  #writesInSecond = 0
  #writtenAt = -Infinity
  #isClosed = false

  constructor(options: AlertPagesOptions) {
    this.#options = options
    this.#past = new PastAlerts(options.store, options.clock)
  }

  /** What was over in the last day, the newest first. */
  past(): PastAlert[] {
    return this.#past.list()
  }

  /** What someone did: on disk with its audit entry. @throws when it cannot be, and then nothing was done */
  writeDeed({ kept, over }: Pick<AlertChanges, 'kept' | 'over'>, deed: AlertDeed): void {
    this.#options.store.write({ kept, over, remembered: this.#past.countWith(over.length) }, deed)
    this.#past.add(over)
    for (const { id } of [...kept, ...over]) this.#unwritten.delete(id)
  }

  /** What happened: on disk at once, or soon when there is too much of it. An alarm is told even when the card is full. */
  write(record: AlertRecord | EndedRecord): void {
    if (isEnded(record)) this.#past.add([record])
    this.#unwritten.set(record.id, record)
    if (this.#isPrompt()) this.#flush()
  }

  /** What can wait: another wording, or what would be so after a restart anyway. */
  writeLater(record: AlertRecord): void {
    if (this.#unwritten.size === 0) this.#writtenAt = this.#options.clock.now()
    this.#unwritten.set(record.id, record)
  }

  /** To be called several times a second. */
  turn(): void {
    if (this.#unwritten.size > 0 && this.#options.clock.now() - this.#writtenAt >= lateAfterMs) this.#flush()
  }

  /** Writes what is late, and nothing more from now on. */
  close(): void {
    if (this.#unwritten.size > 0) this.#flush()
    this.#isClosed = true
  }

  #isPrompt(): boolean {
    const now = this.#options.clock.now()
    if (now - this.#secondBeganAt >= 1_000) {
      this.#secondBeganAt = now
      this.#writesInSecond = 0
    }
    return ++this.#writesInSecond <= promptWritesPerSecond
  }

  #flush(): void {
    if (this.#isClosed) return
    const { store, clock, counters, onFault } = this.#options
    this.#writtenAt = clock.now()
    const records = [...this.#unwritten.values()]
    const over = records.filter(isEnded)
    const kept = records.filter((record) => !isEnded(record))
    try {
      store.write({ kept, over, remembered: this.#past.countWith(0) })
      this.#unwritten.clear()
    } catch (error) {
      counters.unkeptAlerts++
      onFault(error)
    }
  }
}
