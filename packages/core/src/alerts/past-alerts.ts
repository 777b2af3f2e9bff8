import type { PastAlert } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { pastAlertOf, type EndedRecord } from './alert-record.ts'
import type { AlertStore } from './alert-store.ts'

export const pastLimits = { ageMs: 86_400_000, alerts: 200 } as const

interface Kept {
  readonly record: EndedRecord
  /** Monotonic: a clock that finds out the date neither ages what is past nor makes it young. */
  readonly at: number
}

/** The alerts that were over in the last day, for whoever takes over the watch. */
export class PastAlerts {
  readonly #clock: Clock
  /** In the order in which they ended. */
  #kept: Kept[]

  constructor(store: AlertStore, clock: Clock) {
    this.#clock = clock
    const now = Date.parse(clock.timestamp())
    // What is from the future ended under a better clock: as if it were now.
    this.#kept = store.past().map((record) => ({
      record,
      at: clock.now() - Math.max(0, now - Date.parse(record.endedAt)),
    }))
    this.#forgetOld()
  }

  /** The newest first. */
  list(): PastAlert[] {
    this.#forgetOld()
    return this.#kept.map(({ record }) => pastAlertOf(record)).toReversed()
  }

  count(): number {
    this.#forgetOld()
    return this.#kept.length
  }

  add(records: readonly EndedRecord[]): void {
    const at = this.#clock.now()
    this.#kept.push(...records.map((record) => ({ record, at })))
    this.#forgetOld()
  }

  #forgetOld(): void {
    const limit = this.#clock.now() - pastLimits.ageMs
    this.#kept = this.#kept.filter(({ at }) => at > limit).slice(-pastLimits.alerts)
  }
}
