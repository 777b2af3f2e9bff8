import type { Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import { isEnded, type AlertRecord, type EndedRecord } from './alert-record.ts'
import type { AlertEvent, AlertStore } from './alert-store.ts'
import { pastLimits } from './past/past-alerts.ts'

export interface AlertWriterOptions {
  readonly store: AlertStore
  readonly clock: Clock
  readonly counters: Counters
  /** Number of past alerts to keep on disk. */
  readonly pastCount: () => number
  readonly onFault: (error: unknown) => void
  /** Called with alerts whose unsaved mark has changed; never while an update is open in the tree. */
  readonly onMark: (ids: ReadonlySet<string>) => void
}

type WrittenRecord = AlertRecord | EndedRecord

/** A caller that waits until its records are on disk. */
interface Waiter {
  readonly ids: readonly string[]
  readonly deadline: number
  readonly resolve: (isSaved: boolean) => void
}

/** The content of one write. */
interface Batch {
  readonly recordById: Map<string, WrittenRecord>
  readonly events: AlertEvent[]
  waiters: Waiter[]
  readonly startedAt: number
  isReportedStuck: boolean
}

export const answerWithinMs = 1_000
const lateAfterMs = 2_000
const stuckAfterMs = 3_000
const retry = { firstMs: 250, longestMs: 4_000 } as const
export const maxPendingEvents = 512

/**
 * Writes alerts to the store behind the registry: one write at a time, in order, the latest record of each alert. A
 * write that fails is retried with back-off, and the pending alerts are marked as unsaved.
 */
export class AlertWriter {
  readonly #options: AlertWriterOptions
  /** The latest record of each alert that is neither on disk nor in the current batch. */
  #pendingById = new Map<string, WrittenRecord>()
  #events: AlertEvent[] = []
  #waiters: Waiter[] = []
  #currentBatch: Batch | undefined
  /** Alerts that have a row in the store. */
  readonly #storedIds: Set<string>
  readonly #unsavedIds = new Set<string>()
  #pendingSince = Infinity
  #isDue = false
  #failures = 0
  #retryAt = -Infinity
  #finishing: (() => void)[] = []

  constructor(options: AlertWriterOptions) {
    this.#options = options
    this.#storedIds = new Set(options.store.all().map(({ id }) => id))
  }

  /** Number of alerts marked as unsaved. */
  get unsaved(): number {
    return this.#unsavedIds.size
  }

  isUnsaved(id: string): boolean {
    return this.#unsavedIds.has(id)
  }

  /** Adds a record to the next write, which starts within two seconds. */
  put(record: WrittenRecord): void {
    this.#pendingById.delete(record.id)
    this.#pendingById.set(record.id, record)
    if (this.#failures > 0) this.#unsavedIds.add(record.id)
    if (isEnded(record)) this.#dropOldEnds()
    this.#pendingSince = Math.min(this.#pendingSince, this.#options.clock.now())
  }

  /** Starts a write of everything pending, now or after the current write. After a failure the retry does this. */
  flush(): void {
    if (this.#failures > 0) return
    this.#isDue = true
    this.#start()
  }

  /** Writes a person's action immediately. Resolves to whether it is on disk, after one second at the latest. */
  save(records: readonly WrittenRecord[], event: AlertEvent): Promise<boolean> {
    for (const record of records) this.put(record)
    this.#events.push(event)
    this.#dropOldEvents()
    const ids = records.map(({ id }) => id)
    const deadline = this.#options.clock.now() + answerWithinMs
    return new Promise((resolve) => {
      this.#waiters.push({ ids, deadline, resolve })
      this.#isDue = true
      this.#start()
    })
  }

  /**
   * Starts retries and late writes, and resolves callers that reached their deadline. Called several times a second.
   */
  watch(): void {
    const now = this.#options.clock.now()
    this.#giveUpWaiting(now)
    this.#reportStuck(now)
    const isLate = now - this.#pendingSince >= lateAfterMs
    if (this.#failures > 0 ? now >= this.#retryAt : isLate) {
      this.#isDue = true
      this.#start()
    }
  }

  /** Writes everything pending, also after failures. Resolves when no write is running. */
  finish(): Promise<void> {
    this.#isDue = true
    this.#start()
    if (this.#currentBatch === undefined) return Promise.resolve()
    return new Promise((resolve) => void this.#finishing.push(resolve))
  }

  #start(): void {
    if (this.#currentBatch !== undefined || !this.#isDue) return
    this.#isDue = false
    if (this.#pendingById.size === 0 && this.#events.length === 0) return
    const batch: Batch = {
      recordById: this.#pendingById,
      events: this.#events,
      waiters: this.#waiters,
      startedAt: this.#options.clock.now(),
      isReportedStuck: false,
    }
    this.#pendingById = new Map()
    this.#events = []
    this.#waiters = []
    this.#pendingSince = Infinity
    this.#currentBatch = batch
    void this.#write(batch)
  }

  async #write(batch: Batch): Promise<void> {
    const { store, pastCount } = this.#options
    const records = [...batch.recordById.values()]
    const ended = records.filter(isEnded)
    const present = records.filter((record) => !isEnded(record))
    try {
      await store.write({ present, ended, pastCount: pastCount() }, batch.events)
      this.#succeed(batch)
    } catch (error) {
      this.#fail(batch, error)
    }
    if (this.#currentBatch === undefined) for (const resolve of this.#finishing.splice(0)) resolve()
  }

  #succeed({ recordById, waiters }: Batch): void {
    this.#currentBatch = undefined
    this.#failures = 0
    const unmarked = new Set<string>()
    for (const record of recordById.values()) {
      if (isEnded(record)) this.#storedIds.delete(record.id)
      else this.#storedIds.add(record.id)
      if (!this.#pendingById.has(record.id) && this.#unsavedIds.delete(record.id)) unmarked.add(record.id)
    }
    for (const { resolve } of waiters) resolve(true)
    if (unmarked.size > 0) this.#options.onMark(unmarked)
    this.#start()
  }

  #fail({ recordById, events, waiters }: Batch, error: unknown): void {
    const { clock, counters, onFault, onMark } = this.#options
    this.#currentBatch = undefined
    counters.unkeptAlerts++
    this.#retryAt = clock.now() + Math.min(retry.longestMs, retry.firstMs * 2 ** this.#failures++)
    // Records added during the write are newer.
    this.#pendingById = new Map([...recordById, ...this.#pendingById])
    this.#events = [...events, ...this.#events]
    this.#dropOldEvents()
    this.#dropOldEnds()
    this.#pendingSince = Math.min(this.#pendingSince, clock.now())
    const marked = this.#mark(this.#pendingById.keys())
    for (const { resolve } of waiters) resolve(false)
    onFault(error)
    if (marked.size > 0) onMark(marked)
    // Retries immediately while a caller waits.
    if (this.#waiters.length > 0) this.#start()
    else this.#isDue = false
  }

  /** @returns the ids that were not marked before */
  #mark(ids: Iterable<string>): Set<string> {
    const marked = new Set<string>()
    for (const id of ids) {
      if (!this.#unsavedIds.has(id)) marked.add(id)
      this.#unsavedIds.add(id)
    }
    return marked
  }

  #giveUpWaiting(now: number): void {
    const late: Waiter[] = []
    const stillWaiting = (waiter: Waiter): boolean => {
      const isLate = now >= waiter.deadline
      if (isLate) late.push(waiter)
      return !isLate
    }
    this.#waiters = this.#waiters.filter(stillWaiting)
    if (this.#currentBatch !== undefined)
      this.#currentBatch.waiters = this.#currentBatch.waiters.filter(stillWaiting)
    if (late.length === 0) return
    const marked = this.#mark(late.flatMap(({ ids }) => ids))
    for (const { resolve } of late) resolve(false)
    if (marked.size > 0) this.#options.onMark(marked)
  }

  #reportStuck(now: number): void {
    const batch = this.#currentBatch
    if (batch === undefined || batch.isReportedStuck || now - batch.startedAt < stuckAfterMs) return
    batch.isReportedStuck = true
    const marked = this.#mark(batch.recordById.keys())
    this.#options.onFault(new Error(`Alert write not finished after ${stuckAfterMs / 1_000} seconds`))
    if (marked.size > 0) this.#options.onMark(marked)
  }

  /**
   * Drops the oldest pending ended alerts without a row in the store: they are only history, and memory is bounded.
   */
  #dropOldEnds(): void {
    if (this.#pendingById.size <= pastLimits.alerts) return
    const hasRow = (id: string): boolean =>
      this.#storedIds.has(id) || this.#currentBatch?.recordById.has(id) === true
    const ends = [...this.#pendingById.values()].filter((record) => isEnded(record) && !hasRow(record.id))
    for (const { id } of ends.slice(0, Math.max(0, ends.length - pastLimits.alerts))) {
      this.#pendingById.delete(id)
      this.#unsavedIds.delete(id)
    }
  }

  #dropOldEvents(): void {
    const surplus = this.#events.length - maxPendingEvents
    if (surplus <= 0) return
    this.#events.splice(0, surplus)
    this.#options.counters.droppedAlertEvents += surplus
  }
}
