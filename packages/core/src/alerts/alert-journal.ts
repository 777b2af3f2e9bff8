import type { PastAlert } from '@marinedata/model'
import { isEnded, type AlertRecord, type EndedRecord } from './alert-record.ts'
import type { AlertChanges, AlertDeed } from './alert-store.ts'
import { AlertWriter, type AlertWriterOptions } from './alert-writer.ts'
import { PastAlerts } from './past-alerts.ts'

export type AlertJournalOptions = Omit<AlertWriterOptions, 'remembered'>

/** So many changes a second are written at once; a source that flaps must not wear out the card. */
const promptWritesPerSecond = 10

/** The alerts on disk and those that are over: what is written, and how soon. */
export class AlertJournal {
  readonly #options: AlertJournalOptions
  readonly #past: PastAlerts
  readonly #writer: AlertWriter
  #secondBeganAt = -Infinity
  #writesInSecond = 0
  #isClosed = false

  constructor(options: AlertJournalOptions) {
    this.#options = options
    this.#past = new PastAlerts(options.store, options.clock)
    this.#writer = new AlertWriter({ ...options, remembered: () => this.#past.count() })
  }

  /** How many alerts are marked as unsaved. */
  get unsaved(): number {
    return this.#writer.unsaved
  }

  isUnsaved(id: string): boolean {
    return this.#writer.isUnsaved(id)
  }

  /** What was over in the last day, the newest first. */
  past(): PastAlert[] {
    return this.#past.list()
  }

  /** What a person did, with its audit entry. Resolves to whether it is on disk, at the latest after a second. */
  writeDeed({ kept, over }: Pick<AlertChanges, 'kept' | 'over'>, deed: AlertDeed): Promise<boolean> {
    this.#past.add(over)
    return this.#writer.save([...over, ...kept], deed)
  }

  /** What happened: written at once, or soon when there is too much of it. Nobody waits for it. */
  write(record: AlertRecord | EndedRecord): void {
    if (isEnded(record)) this.#past.add([record])
    if (this.#isClosed) return
    this.#writer.put(record)
    if (this.#isPrompt()) this.#writer.flush()
  }

  /** What can wait: another wording, or what would be so after a restart anyway. */
  writeLater(record: AlertRecord): void {
    if (!this.#isClosed) this.#writer.put(record)
  }

  /** To be called several times a second. */
  watch(): void {
    this.#writer.watch()
  }

  /** Writes what is late, and then only what people do. Resolves when it is on disk, or cannot be. */
  close(): Promise<void> {
    this.#isClosed = true
    return this.#writer.finish()
  }

  #isPrompt(): boolean {
    const now = this.#options.clock.now()
    if (now - this.#secondBeganAt >= 1_000) {
      this.#secondBeganAt = now
      this.#writesInSecond = 0
    }
    return ++this.#writesInSecond <= promptWritesPerSecond
  }
}
