import {
  actorText,
  isNormal,
  type Alert,
  type AlertEnding,
  type Condition,
  type Notification,
  type PastAlert,
} from '@marinedata/model'
import { findPlace } from './alert-capacity.ts'
import { AlertEntries, dueChecks } from './alert-entries.ts'
import { AlertJournal, type AlertJournalOptions } from './alert-journal.ts'
import { afterEvent, eventOf, type LifecycleEvent, type Transition } from './alert-lifecycle.ts'
import { AlertPublisher, type NotificationUpdate } from './alert-publisher.ts'
import {
  alertOf,
  byUrgency,
  endNotification,
  evictedNotification,
  withoutSound,
  type AlertRecord,
  type EndedRecord,
  type SourceCondition,
} from './alert-record.ts'
import type { AlertEvent } from './alert-store.ts'
import { EndedByHand } from './past/ended-by-hand.ts'
import { overflowAlert, OverflowAlerts } from './overflow-alerts.ts'

/** How long after the start the server's own sources have to raise their alerts again. */
const ownGraceMs = 60_000
const placesPerWatch = 64

export interface AlertRegistryOptions extends Omit<AlertJournalOptions, 'onMark'> {
  readonly newId: () => string
  /** Writes to the tree, bypassing the intake. */
  readonly publish: (update: NotificationUpdate) => void
}

/** Ending an alert also acknowledges it, unless it was acknowledged before. */
const acknowledgedBy = (record: AlertRecord, { actor, at }: AlertEvent): AlertRecord =>
  record.acknowledgedBy === undefined
    ? { ...record, acknowledgedBy: actorText(actor), acknowledgedAt: at }
    : record

/**
 * All alerts of own ship. Conditions are processed and alerts published synchronously; the journal writes them to disk in the
 * background.
 */
export class AlertRegistry {
  readonly #options: AlertRegistryOptions
  readonly #journal: AlertJournal
  readonly #overflow = new OverflowAlerts()
  readonly #endedByHand: EndedByHand
  readonly #entries: AlertEntries
  readonly #publisher: AlertPublisher
  /** Whether a place may have become free since the overflow was last checked. */
  #mayHavePlace = false
  #own: { readonly isOwn: (source: string) => boolean; readonly until: number } | undefined

  constructor(options: AlertRegistryOptions) {
    this.#options = options
    this.#entries = new AlertEntries(options.clock)
    this.#endedByHand = new EndedByHand(options.store.past())
    this.#journal = new AlertJournal({ ...options, onMark: (ids) => this.#publishMarked(ids) })
    this.#publisher = new AlertPublisher({
      publish: options.publish,
      isUnsaved: (id) => this.#journal.isUnsaved(id),
    })
  }

  get size(): number {
    return this.#entries.size
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
      this.#entries.add(next, false)
      this.#publisher.publish(next)
    }
    this.#own = { isOwn, until: this.#options.clock.now() + ownGraceMs }
  }

  /** Processes a condition and returns the notification to publish in its place. */
  receive(reported: SourceCondition): Notification {
    const { condition } = reported
    const known = this.#entries.get(reported)
    this.#publisher.cancel(reported)
    if (known === undefined)
      return isNormal(condition.state) ? this.#receiveNormal(reported) : this.#raise(reported)
    known.isReported = true
    const { record } = known
    if (isNormal(condition.state))
      return record.status === 'rectified'
        ? this.#publisher.valueOf(record)
        : this.#applyEvent(record, 'rectified')
    const event = eventOf(record, condition)
    if (event !== undefined) return this.#applyEvent(record, event, this.#changesOf(event, condition))
    // The same state, but the message may have changed.
    if (JSON.stringify(condition) === JSON.stringify(record.condition)) return this.#publisher.valueOf(record)
    known.record = { ...record, condition }
    this.#journal.writeLater(known.record)
    return this.#publisher.valueOf(known.record)
  }

  /** The alert of a source at a path, if there is one. */
  at(path: string, source: string): AlertRecord | undefined {
    return this.#entries.get({ path, source })?.record
  }

  /** The notification of a source at a path, from the registry or the overflow, if there is one. */
  notificationAt(path: string, source: string): Notification | undefined {
    const record = this.at(path, source)
    return record === undefined ? this.#overflow.at({ path, source }) : this.#publisher.valueOf(record)
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
    return this.#entries.records()
  }

  find(id: string): AlertRecord | undefined {
    return this.records().find((record) => record.id === id)
  }

  isReported(record: AlertRecord): boolean {
    return this.#entries.get(record)?.isReported === true
  }

  /** Creates an alert without adding it; undefined when there is no place for it. */
  create({ path, source, condition }: SourceCondition): AlertRecord | undefined {
    const place = findPlace({ path, source, state: condition.state }, this.records())
    if (place === undefined) return undefined
    if (place.evict !== undefined) this.#evict(place.evict)
    const { newId, clock } = this.#options
    return { id: newId(), path, source, condition, status: 'active', raisedAt: clock.timestamp() }
  }

  /** Applies and publishes a person's action synchronously. Resolves to whether it is on disk, after one second at the latest. */
  apply(transitions: readonly Transition[], event: AlertEvent): Promise<boolean> {
    const present = transitions.flatMap(({ next }) => next ?? [])
    const ended = transitions.flatMap(({ record, next }) =>
      next === undefined ? [this.#endedBy(acknowledgedBy(record, event), event)] : [],
    )
    for (const record of ended) this.#endedByHand.add(record)
    const saved = this.#journal.writeEvent({ present, ended }, event)
    for (const transition of transitions) {
      this.#overflow.remove(transition.record)
      this.#publisher.publish(transition.record, this.#transition(transition))
    }
    return saved
  }

  /** Ends silences, escalates unacknowledged alerts and publishes pending updates. Called several times a second. */
  watch(): void {
    const now = this.#options.clock.now()
    for (const entry of this.#entries.values())
      for (const check of dueChecks) {
        const due = check(entry, now)
        if (due !== undefined) this.#publishEvent(entry.record, due.event, due.changes)
      }
    this.#endUnreportedOwn(now)
    this.#fillPlaces()
    this.#publisher.flush()
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
    for (const { record, isReported } of this.#entries.values())
      if (!isReported && record.status !== 'rectified' && this.#own.isOwn(record.source))
        this.#publishEvent(record, 'rectified')
    this.#own = undefined
  }

  #raise(reported: SourceCondition): Notification {
    const repeated = this.#endedByHand.repeatedBy(reported)
    if (repeated !== undefined) return endNotification(repeated)
    this.#allowRepeats(reported)
    const record = this.#overflow.isAcknowledged(reported) ? undefined : this.create(reported)
    if (record === undefined) {
      if (this.#overflow.at(reported) === undefined) this.#options.counters.alertsWithoutRoom++
      return this.#overflow.receive(reported)
    }
    this.#record(record)
    return this.#publisher.valueOf(record)
  }

  #record(record: AlertRecord): void {
    this.#overflow.remove(record)
    this.#entries.add(record, true)
    this.#publisher.cancel(record)
    this.#journal.write(record)
  }

  /** A normal condition never sounds, even if the source states the method `sound`. */
  #receiveNormal({ path, source, condition }: SourceCondition): Notification {
    this.#overflow.remove({ path, source })
    this.#allowRepeats({ path, source })
    return withoutSound(condition)
  }

  #allowRepeats(place: Pick<SourceCondition, 'path' | 'source'>): void {
    const ended = this.#endedByHand.remove(place)
    if (ended !== undefined) this.#journal.correct(ended)
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
      this.#publisher.publish(record)
      // Leaves the rest to the next watch(), to keep this one short.
      this.#mayHavePlace = ++given === placesPerWatch
      if (this.#mayHavePlace) return
    }
  }

  #publishOverflow(): void {
    const changed = this.#overflow.changedCondition(this.#entries.get(overflowAlert)?.record)
    if (changed !== undefined) this.#options.publish({ ...overflowAlert, value: this.receive(changed) })
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

  #publishEvent(record: AlertRecord, event: LifecycleEvent, changes?: Partial<AlertRecord>): void {
    this.#publisher.publish(record, this.#applyEvent(record, event, changes))
  }

  #endedRecord(record: AlertRecord, ending: AlertEnding): EndedRecord {
    return { ...record, endedAt: this.#options.clock.timestamp(), ending }
  }

  #endedBy(record: AlertRecord, { operation }: AlertEvent): EndedRecord {
    if (operation !== 'ended') return this.#endedRecord(record, 'over')
    const ended = this.#endedRecord(record, 'by-hand')
    return record.condition.endable === true ? { ...ended, ignoresRepeats: true } : ended
  }

  #transition({ event, record, next }: Transition): Notification {
    this.#mayHavePlace = true
    if (next === undefined) {
      this.#entries.remove(record)
      return endNotification(record)
    }
    this.#entries.apply(event, next)
    this.#publisher.cancel(next)
    return this.#publisher.valueOf(next)
  }

  /** Publishes alerts whose saved state has changed. */
  #publishMarked(ids: ReadonlySet<string>): void {
    for (const record of this.records()) if (ids.has(record.id)) this.#publisher.publish(record)
  }

  /** Moves an alert to the overflow to free its place. Its condition still exists and stays published. */
  #evict(record: AlertRecord): void {
    const { path, source } = record
    this.#entries.remove(record)
    this.#overflow.addEvicted(record)
    this.#journal.write(this.#endedRecord(record, 'made-room'))
    this.#publisher.publishLater({ path, source, value: evictedNotification(record) })
    this.#options.counters.evictedAlerts++
  }
}
