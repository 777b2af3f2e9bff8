import type { Clock } from '#clock.ts'
import type { Counters } from '#counters.ts'
import { isEnded, type AlertRecord, type EndedRecord } from './alert-record.ts'
import type { AlertDeed, AlertStore } from './alert-store.ts'
import { pastLimits } from './past-alerts.ts'

export interface AlertWriterOptions {
  readonly store: AlertStore
  readonly clock: Clock
  readonly counters: Counters
  /** How many alerts that are over are remembered on disk. */
  readonly remembered: () => number
  readonly onFault: (error: unknown) => void
  /** Alerts that are marked as unsaved from now on, or no longer; never called while an update is being written. */
  readonly onMark: (ids: ReadonlySet<string>) => void
}

type WrittenRecord = AlertRecord | EndedRecord

/** A person waits for these to be on disk. */
interface Waiter {
  readonly ids: readonly string[]
  readonly deadline: number
  readonly resolve: (isSaved: boolean) => void
}

/** What is written in one step. */
interface Batch {
  readonly recordById: Map<string, WrittenRecord>
  readonly deeds: AlertDeed[]
  waiters: Waiter[]
  readonly startedAt: number
  isReportedStuck: boolean
}

export const answerWithinMs = 1_000
const lateAfterMs = 2_000
const stuckAfterMs = 3_000
const retry = { firstMs: 250, longestMs: 4_000 } as const
export const maxWaitingDeeds = 512

/**
 * Writes alerts to the store behind the registry: one write at a time, in order, the latest record of each alert. A write
 * that fails is retried with back-off; what waits is then marked as unsaved.
 */
export class AlertWriter {
  readonly #options: AlertWriterOptions
  /** The latest record of each alert that is not on disk and not in the batch that is being written. */
  #waitingById = new Map<string, WrittenRecord>()
  #deeds: AlertDeed[] = []
  #waiters: Waiter[] = []
  #writing: Batch | undefined
  /** Alerts that have a row in the store. */
  readonly #storedIds: Set<string>
  readonly #unsavedIds = new Set<string>()
  #waitingSince = Infinity
  #isDue = false
  #failures = 0
  #retryAt = -Infinity
  #finishing: (() => void)[] = []

  constructor(options: AlertWriterOptions) {
    this.#options = options
    this.#storedIds = new Set(options.store.all().map(({ id }) => id))
  }

  /** How many alerts are marked as unsaved. */
  get unsaved(): number {
    return this.#unsavedIds.size
  }

  isUnsaved(id: string): boolean {
    return this.#unsavedIds.has(id)
  }

  /** Writes a record with the next write, at the latest in two seconds. */
  put(record: WrittenRecord): void {
    this.#waitingById.delete(record.id)
    this.#waitingById.set(record.id, record)
    if (this.#failures > 0) this.#unsavedIds.add(record.id)
    if (isEnded(record)) this.#dropOldEnds()
    this.#waitingSince = Math.min(this.#waitingSince, this.#options.clock.now())
  }

  /** Writes everything that waits: now, or when the present write has ended. After a failure only when it is retried. */
  flush(): void {
    if (this.#failures > 0) return
    this.#isDue = true
    this.#start()
  }

  /** Writes what a person did, at once. Resolves to whether it is on disk, at the latest after a second. */
  save(records: readonly WrittenRecord[], deed: AlertDeed): Promise<boolean> {
    for (const record of records) this.put(record)
    this.#deeds.push(deed)
    this.#dropOldDeeds()
    const ids = records.map(({ id }) => id)
    const deadline = this.#options.clock.now() + answerWithinMs
    return new Promise((resolve) => {
      this.#waiters.push({ ids, deadline, resolve })
      this.#isDue = true
      this.#start()
    })
  }

  /** To be called several times a second: retries, and ends the wait of whoever has waited long enough. */
  watch(): void {
    const now = this.#options.clock.now()
    this.#giveUpWaiting(now)
    this.#reportStuck(now)
    const isLate = now - this.#waitingSince >= lateAfterMs
    if (this.#failures > 0 ? now >= this.#retryAt : isLate) {
      this.#isDue = true
      this.#start()
    }
  }

  /** Writes everything that waits, whatever failed before. Resolves when nothing is being written any more. */
  finish(): Promise<void> {
    this.#isDue = true
    this.#start()
    if (this.#writing === undefined) return Promise.resolve()
    return new Promise((resolve) => void this.#finishing.push(resolve))
  }

  #start(): void {
    if (this.#writing !== undefined || !this.#isDue) return
    this.#isDue = false
    if (this.#waitingById.size === 0 && this.#deeds.length === 0) return
    const batch: Batch = {
      recordById: this.#waitingById,
      deeds: this.#deeds,
      waiters: this.#waiters,
      startedAt: this.#options.clock.now(),
      isReportedStuck: false,
    }
    this.#waitingById = new Map()
    this.#deeds = []
    this.#waiters = []
    this.#waitingSince = Infinity
    this.#writing = batch
    void this.#write(batch)
  }

  async #write(batch: Batch): Promise<void> {
    const { store, remembered } = this.#options
    const records = [...batch.recordById.values()]
    const over = records.filter(isEnded)
    const kept = records.filter((record) => !isEnded(record))
    try {
      await store.write({ kept, over, remembered: remembered() }, batch.deeds)
      this.#succeed(batch)
    } catch (error) {
      this.#fail(batch, error)
    }
    if (this.#writing === undefined) for (const resolve of this.#finishing.splice(0)) resolve()
  }

  #succeed({ recordById, waiters }: Batch): void {
    this.#writing = undefined
    this.#failures = 0
    const unmarked = new Set<string>()
    for (const record of recordById.values()) {
      if (isEnded(record)) this.#storedIds.delete(record.id)
      else this.#storedIds.add(record.id)
      if (!this.#waitingById.has(record.id) && this.#unsavedIds.delete(record.id)) unmarked.add(record.id)
    }
    for (const { resolve } of waiters) resolve(true)
    if (unmarked.size > 0) this.#options.onMark(unmarked)
    this.#start()
  }

  #fail({ recordById, deeds, waiters }: Batch, error: unknown): void {
    const { clock, counters, onFault, onMark } = this.#options
    this.#writing = undefined
    counters.unkeptAlerts++
    this.#retryAt = clock.now() + Math.min(retry.longestMs, retry.firstMs * 2 ** this.#failures++)
    // What came meanwhile is newer.
    this.#waitingById = new Map([...recordById, ...this.#waitingById])
    this.#deeds = [...deeds, ...this.#deeds]
    this.#dropOldDeeds()
    this.#dropOldEnds()
    this.#waitingSince = Math.min(this.#waitingSince, clock.now())
    const marked = this.#mark(this.#waitingById.keys())
    for (const { resolve } of waiters) resolve(false)
    onFault(error)
    if (marked.size > 0) onMark(marked)
    // Someone waits: this is tried at once.
    if (this.#waiters.length > 0) this.#start()
    else this.#isDue = false
  }

  /** @returns those that were not marked before */
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
    if (this.#writing !== undefined) this.#writing.waiters = this.#writing.waiters.filter(stillWaiting)
    if (late.length === 0) return
    const marked = this.#mark(late.flatMap(({ ids }) => ids))
    for (const { resolve } of late) resolve(false)
    if (marked.size > 0) this.#options.onMark(marked)
  }

  #reportStuck(now: number): void {
    const batch = this.#writing
    if (batch === undefined || batch.isReportedStuck || now - batch.startedAt < stuckAfterMs) return
    batch.isReportedStuck = true
    const marked = this.#mark(batch.recordById.keys())
    this.#options.onFault(new Error(`Alerts were not written within ${stuckAfterMs / 1_000} seconds`))
    if (marked.size > 0) this.#options.onMark(marked)
  }

  /** Of ended alerts that wait, those without a row in the store are only history: the newest are enough. */
  #dropOldEnds(): void {
    if (this.#waitingById.size <= pastLimits.alerts) return
    const hasRow = (id: string): boolean =>
      this.#storedIds.has(id) || this.#writing?.recordById.has(id) === true
    const ends = [...this.#waitingById.values()].filter((record) => isEnded(record) && !hasRow(record.id))
    for (const { id } of ends.slice(0, Math.max(0, ends.length - pastLimits.alerts))) {
      this.#waitingById.delete(id)
      this.#unsavedIds.delete(id)
    }
  }

  #dropOldDeeds(): void {
    const surplus = this.#deeds.length - maxWaitingDeeds
    if (surplus <= 0) return
    this.#deeds.splice(0, surplus)
    this.#options.counters.droppedAlertDeeds += surplus
  }
}
