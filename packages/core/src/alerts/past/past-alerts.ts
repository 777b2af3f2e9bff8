import type { PastAlert } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { pastAlertOf, type EndedRecord } from '../alert-record.ts'
import type { AlertStore } from '../alert-store.ts'

export const pastLimits = { ageMs: 86_400_000, alerts: 200 } as const

interface EndedEntry {
  readonly record: EndedRecord
  /** Monotonic end time: setting the wall clock does not change the age. */
  readonly at: number
}

/** The alerts that ended within the last day. */
export class PastAlerts {
  readonly #clock: Clock
  /** In the order in which they ended. */
  #ended: EndedEntry[]

  constructor(store: AlertStore, clock: Clock) {
    this.#clock = clock
    const now = Date.parse(clock.timestamp())
    // An end time in the future was set by a more accurate clock: treated as now.
    this.#ended = store.past().map((record) => ({
      record,
      at: clock.now() - Math.max(0, now - Date.parse(record.endedAt)),
    }))
    this.#removeOld()
  }

  /** Newest first. */
  list(): PastAlert[] {
    this.#removeOld()
    return this.#ended.map(({ record }) => pastAlertOf(record)).toReversed()
  }

  count(): number {
    this.#removeOld()
    return this.#ended.length
  }

  add(records: readonly EndedRecord[]): void {
    const at = this.#clock.now()
    this.#ended.push(...records.map((record) => ({ record, at })))
    this.#removeOld()
  }

  #removeOld(): void {
    const limit = this.#clock.now() - pastLimits.ageMs
    this.#ended = this.#ended.filter(({ at }) => at > limit).slice(-pastLimits.alerts)
  }
}
