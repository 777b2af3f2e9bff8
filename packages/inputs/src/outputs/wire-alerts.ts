import {
  mayGoToWire,
  severityOf,
  wireAlertKinds,
  wireAlertOf,
  type Notification,
  type WireAlert,
  type WireAlertState,
} from '@marinedata/model'
import type { SentDelta } from '@marinedata/plugin-api'

/** More alerts than this are not sent at a time: the least severe gives way. */
const mostAlerts = 64
/** Numbers and revisions go round. */
const limits = { number: 250, revision: 99 }

/** An alert that other devices know. */
export interface SentAlert extends WireAlert {
  /** The path and the source. */
  readonly key: string
  /** The id of the alert in this server. */
  readonly id: string
  readonly path: string
  /** The text for people at the last change. */
  readonly message: string
  /** Which of the alerts with the same identifier: unique among those that are active. */
  readonly number: number
  /** Counts the changes. */
  readonly revision: number
  readonly raisedAt: string
  /** Time of the last change. */
  readonly changedAt: string
}

/** What became of an alert. */
export interface WireAlertChange {
  readonly alert: SentAlert
  readonly state: WireAlertState
}

interface Report {
  readonly path: string
  readonly source: string
  readonly notification: Notification
  readonly at: string
}

/** The members whose change other devices must know. Positions of beacons change all the time. */
const isSame = (a: WireAlert, b: WireAlert): boolean =>
  a.status === b.status && a.priority === b.priority && a.title === b.title && a.kind === b.kind

/** The words of some alerts contain a measured value: other devices keep those with which it was raised. */
const withStableWords = (next: WireAlert, before: WireAlert | undefined): WireAlert =>
  before === undefined || before.kind !== 'other' || next.priority !== before.priority
    ? next
    : { ...next, title: before.title, description: before.description }

const revisionAfter = ({ revision }: SentAlert): number => (revision % limits.revision) + 1

const nextOf = (before: SentAlert, { notification, at }: Report, next: WireAlert): SentAlert => ({
  ...before,
  ...next,
  message: notification.message,
  revision: revisionAfter(before),
  changedAt: at,
})

/**
 * The alerts of this server as other devices on a wire see them, from the notifications. Calls `onChange` with each
 * change. Alerts that came from a wire are left out.
 */
export class WireAlerts {
  readonly #onChange: (change: WireAlertChange) => void
  readonly #alertsByKey = new Map<string, SentAlert>()
  readonly #lastNumbers = new Map<number, number>()

  constructor(onChange: (change: WireAlertChange) => void) {
    this.#onChange = onChange
  }

  get present(): readonly SentAlert[] {
    return [...this.#alertsByKey.values()]
  }

  /** Takes a delta of a subscription to `notifications.*`. */
  handle({ updates }: SentDelta): void {
    for (const { $source: source = '', timestamp, values = [] } of updates)
      for (const { path, value } of values) {
        const isNotification = path.startsWith('notifications.') && typeof value === 'object'
        if (!isNotification || !mayGoToWire({ path, source })) continue
        // The server publishes notifications only at these paths; null when there is none.
        const notification = (value ?? { state: 'normal', method: [], message: '' }) as Notification
        this.#take({ path, source, notification, at: timestamp ?? '' })
      }
  }

  #take(report: Report): void {
    const { path, source, notification, at } = report
    const key = `${path} ${source}`
    const known = this.#alertsByKey.get(key)
    const isOther = known !== undefined && notification.id !== undefined && notification.id !== known.id
    if (known !== undefined && isOther) this.#end(known, at)
    const before = isOther ? undefined : known
    const next = wireAlertOf(report, before)
    if (next !== undefined) this.#put(key, { report, before, next: withStableWords(next, before) })
    else if (before !== undefined) this.#end(before, at)
  }

  #put(
    key: string,
    {
      report,
      before,
      next,
    }: { readonly report: Report; readonly before: SentAlert | undefined; readonly next: WireAlert },
  ): void {
    if (before !== undefined && isSame(before, next)) {
      this.#alertsByKey.set(key, { ...before, position: next.position })
      return
    }
    if (before === undefined && !this.#makeRoom(next)) return
    const alert = before === undefined ? this.#firstOf(key, report, next) : nextOf(before, report, next)
    this.#alertsByKey.set(key, alert)
    this.#onChange({ alert, state: alert.status })
  }

  #firstOf(key: string, { path, notification, at }: Report, next: WireAlert): SentAlert {
    const { id = key, raisedAt = at, message } = notification
    const number = this.#nextNumber(wireAlertKinds[next.kind].identifier)
    return { ...next, key, id, path, message, raisedAt, number, revision: 1, changedAt: raisedAt }
  }

  #end(before: SentAlert, at: string): void {
    this.#alertsByKey.delete(before.key)
    this.#onChange({ alert: { ...before, revision: revisionAfter(before), changedAt: at }, state: 'ended' })
  }

  #makeRoom({ priority }: WireAlert): boolean {
    if (this.#alertsByKey.size < mostAlerts) return true
    const [least] = this.present.toSorted((a, b) => severityOf(a.priority) - severityOf(b.priority))
    if (least === undefined || severityOf(least.priority) >= severityOf(priority)) return false
    this.#end(least, least.changedAt)
    return true
  }

  #nextNumber(identifier: number): number {
    const taken = new Set(
      this.present
        .filter(({ kind }) => wireAlertKinds[kind].identifier === identifier)
        .map(({ number }) => number),
    )
    let number = this.#lastNumbers.get(identifier) ?? 0
    do number = (number % limits.number) + 1
    while (taken.has(number))
    this.#lastNumbers.set(identifier, number)
    return number
  }
}
