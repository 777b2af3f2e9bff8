import { severityOf, type Condition, type Notification } from '@marinedata/model'
import { ownerOf } from './alert-capacity.ts'
import {
  keyOf,
  withoutSound,
  effectiveSeverity,
  type AlertRecord,
  type SourceCondition,
} from './alert-record.ts'

/** The server's own alert about alerts without a place in the registry. */
export const overflowAlert = { path: 'notifications.server.alerts', source: 'server' } as const
export const overflowLimits = { total: 1_024, perSource: 128 } as const

interface OverflowEntry {
  readonly reported: SourceCondition
  /** The condition that was acknowledged before the eviction; undefined when it was not. */
  readonly acknowledged: Condition | undefined
}

const severity = ({ condition }: SourceCondition): number => severityOf(condition.state)

/**
 * Conditions without a place in the registry. They are published all the same, and move into the registry when a
 * place is free.
 */
export class OverflowAlerts {
  readonly #byKey = new Map<string, OverflowEntry>()

  /** Number of conditions that wait for a place. */
  get waiting(): number {
    return this.#waiting().length
  }

  /**
   * Whether it was acknowledged before its eviction, with no higher severity and no new episode since: then it does
   * not sound.
   */
  isAcknowledged({ path, source, condition }: SourceCondition): boolean {
    const before = this.#byKey.get(keyOf({ path, source }))?.acknowledged
    return (
      before !== undefined &&
      severityOf(condition.state) <= severityOf(before.state) &&
      condition.episode === before.episode
    )
  }

  /** Adds an evicted alert. It stays acknowledged, or waits for a place again. */
  addEvicted(record: AlertRecord): void {
    const { path, source, condition, status } = record
    if (status === 'rectified') return
    const state = effectiveSeverity(record)
    const acknowledged = status === 'acknowledged' ? { ...condition, state } : undefined
    this.#put({ reported: { path, source, condition }, acknowledged })
  }

  /** The notification to publish; undefined when there is no such condition. */
  at(place: Pick<SourceCondition, 'path' | 'source'>): Notification | undefined {
    const known = this.#byKey.get(keyOf(place))
    return known?.acknowledged ? withoutSound(known.reported.condition) : known?.reported.condition
  }

  /** Adds a condition and returns the notification to publish. */
  receive(reported: SourceCondition): Notification {
    const acknowledged = this.isAcknowledged(reported)
      ? this.#byKey.get(keyOf(reported))?.acknowledged
      : undefined
    this.#put({ reported, acknowledged })
    return acknowledged ? withoutSound(reported.condition) : reported.condition
  }

  remove(place: Pick<SourceCondition, 'path' | 'source'>): void {
    this.#byKey.delete(keyOf(place))
  }

  /** The conditions that wait for a place: highest severity first, then the oldest. */
  bySeverity(): SourceCondition[] {
    return this.#waiting().toSorted((one, other) => severity(other) - severity(one))
  }

  /** The server's own condition about the overflow; undefined when its present alert already says it. */
  changedCondition(present: AlertRecord | undefined): SourceCondition | undefined {
    const condition = this.#condition()
    if (condition !== undefined)
      return present?.condition.message === condition.message ? undefined : { ...overflowAlert, condition }
    if (present === undefined || present.status === 'rectified') return undefined
    return { ...overflowAlert, condition: { state: 'normal', method: [], message: '' } }
  }

  #condition(): Condition | undefined {
    const waiting = this.#waiting()
    if (waiting.length === 0) return undefined
    const bySource = [...Map.groupBy(waiting, ({ source }) => ownerOf(source)).values()]
    const [own = []] = bySource.toSorted((one, other) => other.length - one.length)
    const source = ownerOf(own[0]?.source ?? '')
    const isAlarm = waiting.some((reported) => severity(reported) >= severityOf('alarm'))
    return {
      state: isAlarm ? 'alarm' : 'warn',
      method: isAlarm ? ['visual', 'sound'] : ['visual'],
      message: `Too many alerts: ${waiting.length} do not fit in the list, ${own.length} of them from "${source}". Check "${source}", and acknowledge alerts to make room.`,
    }
  }

  #waiting(): SourceCondition[] {
    return [...this.#byKey.values()].flatMap(({ reported, acknowledged }) => (acknowledged ? [] : reported))
  }

  /** A condition beyond the limits is published but not stored: its source must raise it again to get a place. */
  #put(unrecorded: OverflowEntry): void {
    const key = keyOf(unrecorded.reported)
    const known = this.#byKey.get(key)
    if (known === undefined && !this.#hasRoomFor(unrecorded.reported)) return
    this.#byKey.set(key, unrecorded)
  }

  #hasRoomFor({ source }: SourceCondition): boolean {
    if (this.#byKey.size >= overflowLimits.total) return false
    let own = 0
    const share = ownerOf(source)
    for (const { reported } of this.#byKey.values()) if (ownerOf(reported.source) === share) own++
    return own < overflowLimits.perSource
  }
}
