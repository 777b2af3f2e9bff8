import type { PastAlert } from '@marinedata/model'
import { isEnded, type AlertRecord, type EndedRecord } from './alert-record.ts'
import type { AlertChanges, AlertEvent } from './alert-store.ts'
import { AlertWriter, type AlertWriterOptions } from './alert-writer.ts'
import { PastAlerts } from './past/past-alerts.ts'

export type AlertJournalOptions = Omit<AlertWriterOptions, 'pastCount'>

/** Maximum immediate writes per second. A flapping source must not wear out the SD card. */
const promptWritesPerSecond = 10

/** Decides which alert changes are written to disk and how soon, and holds the past alerts. */
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
    this.#writer = new AlertWriter({ ...options, pastCount: () => this.#past.count() })
  }

  /** Number of alerts marked as unsaved. */
  get unsaved(): number {
    return this.#writer.unsaved
  }

  isUnsaved(id: string): boolean {
    return this.#writer.isUnsaved(id)
  }

  /** Alerts that ended within the last day, newest first. */
  past(): PastAlert[] {
    return this.#past.list()
  }

  /**
   * Writes an action of a person with its audit entry. Resolves to whether it is on disk, after one second at the
   * latest.
   */
  writeEvent(
    { present, ended }: Pick<AlertChanges, 'present' | 'ended'>,
    event: AlertEvent,
  ): Promise<boolean> {
    this.#past.add(ended)
    return this.#writer.save([...ended, ...present], event)
  }

  /** Writes a change immediately, or with the next batch when there are too many. Does not wait. */
  write(record: AlertRecord | EndedRecord): void {
    if (isEnded(record)) this.#past.add([record])
    if (this.#isClosed) return
    this.#writer.put(record)
    if (this.#isPrompt()) this.#writer.flush()
  }

  /** Writes a changed record of a past alert. */
  correct(record: EndedRecord): void {
    if (this.#isClosed) return
    this.#writer.put(record)
    this.#writer.flush()
  }

  /** Writes with the next batch: a changed message, or a state that a restart would restore anyway. */
  writeLater(record: AlertRecord): void {
    if (!this.#isClosed) this.#writer.put(record)
  }

  /** Called several times a second. */
  watch(): void {
    this.#writer.watch()
  }

  /**
   * Writes everything pending, then accepts only actions of people. Resolves when the write has succeeded or failed.
   */
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
