import { severityOf } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { isConditionEvent, type LifecycleEvent } from './alert-lifecycle.ts'
import { effectiveSeverity, keyOf, type AlertRecord } from './alert-record.ts'

export const silenceMs = 30_000

/** An alert in the registry, with the monotonic times that decide what is due. */
export interface AlertEntry {
  record: AlertRecord
  /** Whether the source has reported this alert since the start. */
  isReported: boolean
  /** Since when it waits for an acknowledgement. */
  unacknowledgedSince: number
  silencedAt: number
}

/** An event that time causes, not a report. */
interface DueEvent {
  readonly event: LifecycleEvent
  readonly changes?: Partial<AlertRecord>
}

type DueCheck = (entry: AlertEntry, now: number) => DueEvent | undefined

const silenceEnd: DueCheck = ({ record, silencedAt }, now) =>
  record.status === 'silenced' && now - silencedAt >= silenceMs ? { event: 'silence-ended' } : undefined

const escalation: DueCheck = ({ record, unacknowledgedSince }, now) => {
  const { escalates } = record.condition
  if (escalates === undefined || (record.status !== 'active' && record.status !== 'silenced'))
    return undefined
  if (severityOf(escalates.state) <= severityOf(effectiveSeverity(record))) return undefined
  if (now - unacknowledgedSince < escalates.seconds * 1_000) return undefined
  return { event: 'worsened', changes: { escalatedTo: escalates.state } }
}

/** An unanswered call stops sounding. It stays listed as rectified until acknowledged. */
const callEnd: DueCheck = ({ record, unacknowledgedSince }, now) => {
  const { status, lasts } = record
  if (lasts === undefined || status === 'rectified' || now - unacknowledgedSince < lasts * 1_000)
    return undefined
  return { event: 'rectified' }
}

/** In the order in which they are applied: each sees the record that the one before it has left. */
export const dueChecks: readonly DueCheck[] = [silenceEnd, escalation, callEnd]

/** The alerts of the registry by path and source, in the order in which they were first raised. */
export class AlertEntries {
  readonly #clock: Clock
  readonly #byKey = new Map<string, AlertEntry>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#byKey.size
  }

  values(): Iterable<AlertEntry> {
    return this.#byKey.values()
  }

  records(): AlertRecord[] {
    return [...this.#byKey.values()].map(({ record }) => record)
  }

  get(place: Pick<AlertRecord, 'path' | 'source'>): AlertEntry | undefined {
    return this.#byKey.get(keyOf(place))
  }

  add(record: AlertRecord, isReported: boolean): AlertEntry {
    const now = this.#clock.now()
    const entry: AlertEntry = { record, isReported, unacknowledgedSince: now, silencedAt: now }
    this.#byKey.set(keyOf(record), entry)
    return entry
  }

  /** Replaces the record after an event, which restarts the times that depend on it. */
  apply(event: LifecycleEvent, record: AlertRecord): void {
    const entry = this.get(record) ?? this.add(record, true)
    const now = this.#clock.now()
    entry.record = record
    if (isConditionEvent(event)) entry.unacknowledgedSince = now
    if (event === 'silenced') entry.silencedAt = now
  }

  remove(record: AlertRecord): void {
    this.#byKey.delete(keyOf(record))
  }
}
