import {
  actorText,
  isNormal,
  severityOf,
  type Alert,
  type AlertEnding,
  type Condition,
  type Notification,
  type PastAlert,
} from '@marinedata/model'
import { AlertJournal, type AlertJournalOptions } from './alert-journal.ts'
import {
  alertOf,
  byUrgency,
  endNotification,
  keyOf,
  notificationOf,
  withoutSound,
  effectiveSeverity,
  type AlertRecord,
  type EndedRecord,
  type SourceCondition,
} from './alert-record.ts'
import { findPlace } from './alert-capacity.ts'
import type { AlertEvent } from './alert-store.ts'
import { afterEvent, eventOf, isConditionEvent, type LifecycleEvent } from './alert-lifecycle.ts'
import { OverflowAlerts } from './overflow-alerts.ts'

export const silenceMs = 30_000
/** How long after the start the server's own sources have to raise their alerts again. */
const ownGraceMs = 60_000
/** The server's own alert about alerts without a place in the registry. */
const overflowAlert = { path: 'notifications.server.alerts', source: 'server' } as const
const placesPerWatch = 64

/** A notification value to publish at a path under a source. */
export interface NotificationUpdate {
  readonly path: string
  readonly source: string
  readonly value: Notification
}

export interface AlertRegistryOptions extends Omit<AlertJournalOptions, 'onMark'> {
  readonly newId: () => string
  /** Writes to the tree, bypassing the intake. */
  readonly publish: (telling: NotificationUpdate) => void
}

interface Entry {
  record: AlertRecord
  /** Whether the source has reported this alert since the start. */
  isReported: boolean
  /** Monotonic time since which it waits for an acknowledgement. */
  unacknowledgedSince: number
  /** Monotonic. */
  silencedAt: number
}

/** Ending an alert also acknowledges it, unless it was acknowledged before. */
const acknowledgedBy = (record: AlertRecord, { actor, at }: AlertEvent): AlertRecord =>
  record.acknowledgedBy === undefined
    ? { ...record, acknowledgedBy: actorText(actor), acknowledgedAt: at }
    : record

/** A change of one alert; `next` is undefined when it ends. */
export interface Transition {
  readonly event: LifecycleEvent
  readonly record: AlertRecord
  readonly next: AlertRecord | undefined
}

/**
 * All alerts of the own vessel. Conditions are processed and alerts published synchronously; the journal writes them
 * to disk in the background.
 */
export class AlertRegistry {
  readonly #options: AlertRegistryOptions
  readonly #journal: AlertJournal
  readonly #overflow = new OverflowAlerts()
  /** In the order in which they were first raised. */
  readonly #entryByKey = new Map<string, Entry>()
  /**
   * Updates of evicted alerts, published by the next watch(): an update of another source may be open in the tree
   * now.
   */
  readonly #pendingByKey = new Map<string, NotificationUpdate>()
  /** Whether a place may have become free since the overflow was last checked. */
  #mayHavePlace = false
  #own: { readonly isOwn: (source: string) => boolean; readonly until: number } | undefined

  constructor(options: AlertRegistryOptions) {
    this.#options = options
    this.#journal = new AlertJournal({ ...options, onMark: (ids) => this.#publishMarked(ids) })
  }

  get size(): number {
    return this.#entryByKey.size
  }

  /** Number of alerts published without a place in the registry. */
  get unrecorded(): number {
    return this.#overflow.waiting
  }

  /** Number of alerts marked as unsaved. */
  get unsaved(): number {
    return this.#journal.unsaved
  }

  /**
   * Restores the alerts and acknowledgements of the previous process. Silenced alerts sound again.
   * @param isOwn sources within this process: alerts that they do not raise again end
   */
  restore(isOwn: (source: string) => boolean): void {
    for (const stored of this.#options.store.all()) {
      const next = afterEvent(stored, 'silence-ended') ?? stored
      this.#add(next, false)
      this.#publish(next)
    }
    this.#own = { isOwn, until: this.#options.clock.now() + ownGraceMs }
  }

  /** Processes a condition and returns the notification to publish in its place. */
  receive(reported: SourceCondition): Notification {
    const { condition } = reported
    const key = keyOf(reported)
    const known = this.#entryByKey.get(key)
    this.#pendingByKey.delete(key)
    if (known === undefined)
      return isNormal(condition.state) ? this.#receiveNormal(reported) : this.#raise(reported)
    known.isReported = true
    const { record } = known
    if (isNormal(condition.state))
      return record.status === 'rectified' ? this.#valueOf(record) : this.#applyEvent(record, 'rectified')
    const event = eventOf(record, condition)
    if (event !== undefined) return this.#applyEvent(record, event, this.#changesOf(event, condition))
    // The same state, but the message may have changed.
    if (JSON.stringify(condition) === JSON.stringify(record.condition)) return this.#valueOf(record)
    known.record = { ...record, condition }
    this.#journal.writeLater(known.record)
    return this.#valueOf(known.record)
  }

  /** The alert of a source at a path; undefined when there is none. */
  at(path: string, source: string): AlertRecord | undefined {
    return this.#entryByKey.get(keyOf({ path, source }))?.record
  }

  /** The notification of a source at a path, from the registry or the overflow; undefined when there is none. */
  notificationAt(path: string, source: string): Notification | undefined {
    const record = this.at(path, source)
    return record === undefined ? this.#overflow.at({ path, source }) : this.#valueOf(record)
  }

  list(): Alert[] {
    return this.records()
      .toSorted(byUrgency)
      .map((record) => this.alertOf(record))
  }

  alertOf(record: AlertRecord): Alert {
    return alertOf(record, !this.#journal.isUnsaved(record.id))
  }

  /** Alerts that ended within the last day, newest first. */
  past(): PastAlert[] {
    return this.#journal.past()
  }

  records(): AlertRecord[] {
    return [...this.#entryByKey.values()].map(({ record }) => record)
  }

  find(id: string): AlertRecord | undefined {
    return this.records().find((record) => record.id === id)
  }

  isReported(record: AlertRecord): boolean {
    return this.#entryByKey.get(keyOf(record))?.isReported === true
  }

  /** Creates an alert without adding it; undefined when there is no place for it. */
  create({ path, source, condition }: SourceCondition): AlertRecord | undefined {
    const place = findPlace({ path, source, state: condition.state }, this.records())
    if (place === undefined) return undefined
    if (place.evict !== undefined) this.#evict(place.evict)
    const { newId, clock } = this.#options
    return { id: newId(), path, source, condition, status: 'active', raisedAt: clock.timestamp() }
  }

  /**
   * Applies and publishes an action of a person at once. Resolves to whether it is on disk, after one second at the
   * latest.
   */
  apply(transitions: readonly Transition[], event: AlertEvent): Promise<boolean> {
    const present = transitions.flatMap(({ next }) => next ?? [])
    const ending = event.operation === 'ended' ? 'by-hand' : 'over'
    const ended = transitions.flatMap(({ record, next }) =>
      next === undefined ? [this.#endedRecord(acknowledgedBy(record, event), ending)] : [],
    )
    const saved = this.#journal.writeEvent({ present, ended }, event)
    for (const transition of transitions) {
      this.#overflow.remove(transition.record)
      this.#publish(transition.record, this.#transition(transition))
    }
    return saved
  }

  /** Ends silences, escalates unacknowledged alerts and publishes pending updates. Called several times a second. */
  watch(): void {
    const now = this.#options.clock.now()
    for (const entry of this.#entryByKey.values()) {
      const { record } = entry
      if (record.status === 'silenced' && now - entry.silencedAt >= silenceMs)
        this.#publish(record, this.#applyEvent(record, 'silence-ended'))
      this.#escalate(entry, now)
      this.#endCall(entry, now)
    }
    this.#endUnreportedOwn(now)
    this.#fillPlaces()
    for (const update of this.#pendingByKey.values()) this.#options.publish(update)
    this.#pendingByKey.clear()
    this.#publishOverflow()
    this.#journal.watch()
  }

  /**
   * Stops writing conditions to disk: what plugins report because they are stopped is published, but not restored at
   * the next start. Resolves when everything before is on disk or could not be written.
   */
  close(): Promise<void> {
    return this.#journal.close()
  }

  #endUnreportedOwn(now: number): void {
    if (this.#own === undefined || now < this.#own.until) return
    for (const { record, isReported } of this.#entryByKey.values())
      if (!isReported && record.status !== 'rectified' && this.#own.isOwn(record.source))
        this.#publish(record, this.#applyEvent(record, 'rectified'))
    this.#own = undefined
  }

  #escalate({ record, unacknowledgedSince }: Entry, now: number): void {
    const { escalates } = record.condition
    if (escalates === undefined || (record.status !== 'active' && record.status !== 'silenced')) return
    if (severityOf(escalates.state) <= severityOf(effectiveSeverity(record))) return
    if (now - unacknowledgedSince < escalates.seconds * 1_000) return
    this.#publish(record, this.#applyEvent(record, 'worsened', { escalatedTo: escalates.state }))
  }

  /** Ends the sound of an unanswered call. It stays listed as rectified until acknowledged. */
  #endCall({ record, unacknowledgedSince }: Entry, now: number): void {
    const { status, lasts } = record
    if (lasts === undefined || status === 'rectified' || now - unacknowledgedSince < lasts * 1_000) return
    this.#publish(record, this.#applyEvent(record, 'rectified'))
  }

  #raise(reported: SourceCondition): Notification {
    const record = this.#overflow.isAcknowledged(reported) ? undefined : this.create(reported)
    if (record === undefined) {
      if (this.#overflow.at(reported) === undefined) this.#options.counters.alertsWithoutRoom++
      return this.#overflow.receive(reported)
    }
    this.#record(record)
    return this.#valueOf(record)
  }

  #record(record: AlertRecord): void {
    this.#overflow.remove(record)
    this.#add(record, true)
    this.#journal.write(record)
  }

  /** A normal condition never sounds, even if the source states the method `sound`. */
  #receiveNormal({ path, source, condition }: SourceCondition): Notification {
    this.#overflow.remove({ path, source })
    return withoutSound(condition)
  }

  /** Moves alerts from the overflow into places that became free or evictable. */
  #fillPlaces(): void {
    if (!this.#mayHavePlace || this.#overflow.waiting === 0) return
    this.#mayHavePlace = false
    let given = 0
    for (const reported of this.#overflow.bySeverity()) {
      const record = this.create(reported)
      if (record === undefined) continue
      this.#record(record)
      this.#publish(record)
      // Leaves the rest to the next watch(), to keep this one short.
      this.#mayHavePlace = ++given === placesPerWatch
      if (this.#mayHavePlace) return
    }
  }

  #publishOverflow(): void {
    const condition = this.#overflow.condition()
    const present = this.at(overflowAlert.path, overflowAlert.source)
    if (condition === undefined && (present === undefined || present.status === 'rectified')) return
    if (condition !== undefined && present?.condition.message === condition.message) return
    const calm: Condition = { state: 'normal', method: [], message: '' }
    this.#options.publish({
      ...overflowAlert,
      value: this.receive({ ...overflowAlert, condition: condition ?? calm }),
    })
  }

  #changesOf(event: LifecycleEvent, condition: Condition): Partial<AlertRecord> {
    return { condition, ...(event === 'raised' && { raisedAt: this.#options.clock.timestamp() }) }
  }

  /** Applies an event that no person caused. */
  #applyEvent(record: AlertRecord, event: LifecycleEvent, changes: Partial<AlertRecord> = {}): Notification {
    const next = afterEvent(record, event, changes)
    // Not urgent: a restart ends the silence anyway.
    if (next !== undefined && event === 'silence-ended') this.#journal.writeLater(next)
    else this.#journal.write(next ?? this.#endedRecord(record, 'over'))
    return this.#transition({ event, record, next })
  }

  #endedRecord(record: AlertRecord, ending: AlertEnding): EndedRecord {
    return { ...record, endedAt: this.#options.clock.timestamp(), ending }
  }

  #transition({ event, record, next }: Transition): Notification {
    const key = keyOf(record)
    this.#mayHavePlace = true
    if (next === undefined) {
      this.#entryByKey.delete(key)
      return endNotification(record)
    }
    const entry = this.#entryByKey.get(key) ?? this.#add(next, true)
    const now = this.#options.clock.now()
    entry.record = next
    if (isConditionEvent(event)) entry.unacknowledgedSince = now
    if (event === 'silenced') entry.silencedAt = now
    return this.#valueOf(next)
  }

  #add(record: AlertRecord, isReported: boolean): Entry {
    const now = this.#options.clock.now()
    const entry: Entry = { record, isReported, unacknowledgedSince: now, silencedAt: now }
    const key = keyOf(record)
    this.#entryByKey.set(key, entry)
    this.#pendingByKey.delete(key)
    return entry
  }

  #valueOf(record: AlertRecord): Notification {
    return notificationOf(record, !this.#journal.isUnsaved(record.id))
  }

  #publish(record: AlertRecord, value = this.#valueOf(record)): void {
    const { path, source } = record
    this.#options.publish({ path, source, value })
  }

  /** Publishes alerts whose saved state has changed. */
  #publishMarked(ids: ReadonlySet<string>): void {
    for (const record of this.records()) if (ids.has(record.id)) this.#publish(record)
  }

  /** Moves an alert to the overflow to free its place. Its condition still exists and stays published. */
  #evict(record: AlertRecord): void {
    const { path, source, status } = record
    this.#entryByKey.delete(keyOf(record))
    this.#overflow.addEvicted(record)
    this.#journal.write(this.#endedRecord(record, 'made-room'))
    const value = { ...record.condition, state: effectiveSeverity(record) }
    const published = status === 'acknowledged' ? withoutSound(value) : value
    const update = { path, source, value: status === 'rectified' ? endNotification(record) : published }
    this.#pendingByKey.set(keyOf(record), update)
    this.#options.counters.evictedAlerts++
  }
}
