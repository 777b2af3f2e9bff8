import {
  isCalm,
  severityOf,
  type Alert,
  type AlertEnding,
  type Condition,
  type Notification,
  type PastAlert,
} from '@marinedata/model'
import type { LifeEvent } from './alert-life.ts'
import { AlertJournal, type AlertJournalOptions } from './alert-journal.ts'
import {
  alertOf,
  byUrgency,
  endOf,
  keyOf,
  notificationOf,
  quietly,
  shownState,
  type AlertRecord,
  type EndedRecord,
  type Hearing,
} from './alert-record.ts'
import { roomFor } from './alert-room.ts'
import type { AlertDeed } from './alert-store.ts'
import { eventOf, isOfCondition, turned } from './alert-turns.ts'
import { UnrecordedAlerts } from './unrecorded-alerts.ts'

export const silenceMs = 30_000
/** Long enough for the server to find again what is wrong with itself. */
const ownGraceMs = 60_000
/** What the server says when alerts have no place in the list. */
const noRoom = { path: 'notifications.server.alerts', source: 'server' } as const
const placesGivenAtOnce = 64

/** What is to stand at a path, in the name of a source. */
export interface Telling {
  readonly path: string
  readonly source: string
  readonly value: Notification
}

export interface AlertBookOptions extends Omit<AlertJournalOptions, 'onMark'> {
  readonly newId: () => string
  /** Writes to the tree, past the book. */
  readonly tell: (telling: Telling) => void
}

interface Entry {
  record: AlertRecord
  /** Whether its source has spoken of it since the start. */
  isHeard: boolean
  /** Monotonic; since when it waits for someone to acknowledge it. */
  unheededSince: number
  /** Monotonic. */
  silencedAt: number
}

/** Whoever ends it has seen it, unless someone had before. */
const signed = (record: AlertRecord, { who, at }: AlertDeed): AlertRecord =>
  record.acknowledgedBy === undefined ? { ...record, acknowledgedBy: who, acknowledgedAt: at } : record

/** One alert and what it becomes; undefined when it is over. */
export interface Turn {
  readonly event: LifeEvent
  readonly record: AlertRecord
  readonly next: AlertRecord | undefined
}

/**
 * All alerts of the own vessel, one state for everyone. Conditions come in and alerts go out at once; the journal writes
 * them to disk behind that.
 */
export class AlertBook {
  readonly #options: AlertBookOptions
  readonly #journal: AlertJournal
  readonly #unrecorded = new UnrecordedAlerts()
  /** In the order in which they were first raised. */
  readonly #entryByKey = new Map<string, Entry>()
  /** What had to make room is told later: whoever is being heard has the tree to itself. */
  readonly #untoldByKey = new Map<string, Telling>()
  /** Whether a place may have become free since those that wait for one were last looked at. */
  #hasChanged = false
  #own: { readonly isOwn: (source: string) => boolean; readonly until: number } | undefined

  constructor(options: AlertBookOptions) {
    this.#options = options
    this.#journal = new AlertJournal({ ...options, onMark: (ids) => this.#tellMarked(ids) })
  }

  get size(): number {
    return this.#entryByKey.size
  }

  /** How many are told without a place in the list. */
  get unrecorded(): number {
    return this.#unrecorded.waiting
  }

  /** How many are marked as unsaved. */
  get unsaved(): number {
    return this.#journal.unsaved
  }

  /**
   * Takes up where the process before left off: same alerts, same acknowledgements. What was silenced sounds again.
   * @param isOwn sources that are this very process: what they do not say again is over
   */
  restore(isOwn: (source: string) => boolean): void {
    for (const kept of this.#options.store.all()) {
      const next = turned(kept, 'silence-ended') ?? kept
      this.#enter(next, false)
      this.#tell(next)
    }
    this.#own = { isOwn, until: this.#options.clock.now() + ownGraceMs }
  }

  /** Takes in a condition, and gives what is to be told in its place. */
  hear(hearing: Hearing): Notification {
    const { condition } = hearing
    const key = keyOf(hearing)
    const known = this.#entryByKey.get(key)
    this.#untoldByKey.delete(key)
    if (known === undefined) return isCalm(condition.state) ? this.#calm(hearing) : this.#begin(hearing)
    known.isHeard = true
    const { record } = known
    if (isCalm(condition.state))
      return record.status === 'rectified' ? this.#valueOf(record) : this.#happen(record, 'rectified')
    const event = eventOf(record, condition)
    if (event !== undefined) return this.#happen(record, event, this.#newsOf(event, condition))
    // Nothing new, but perhaps in other words.
    if (JSON.stringify(condition) === JSON.stringify(record.condition)) return this.#valueOf(record)
    known.record = { ...record, condition }
    this.#journal.writeLater(known.record)
    return this.#valueOf(known.record)
  }

  /** What stands at a path in the name of a source; undefined when there is no alert. */
  at(path: string, source: string): AlertRecord | undefined {
    return this.#entryByKey.get(keyOf({ path, source }))?.record
  }

  /** What is told at a path in the name of a source, with a place in the list or without; undefined when nothing is. */
  told(path: string, source: string): Notification | undefined {
    const record = this.at(path, source)
    return record === undefined ? this.#unrecorded.at({ path, source }) : this.#valueOf(record)
  }

  list(): Alert[] {
    return this.records()
      .toSorted(byUrgency)
      .map((record) => this.alertOf(record))
  }

  alertOf(record: AlertRecord): Alert {
    return alertOf(record, !this.#journal.isUnsaved(record.id))
  }

  /** What was over in the last day, the newest first. */
  past(): PastAlert[] {
    return this.#journal.past()
  }

  records(): AlertRecord[] {
    return [...this.#entryByKey.values()].map(({ record }) => record)
  }

  find(id: string): AlertRecord | undefined {
    return this.records().find((record) => record.id === id)
  }

  isHeard(record: AlertRecord): boolean {
    return this.#entryByKey.get(keyOf(record))?.isHeard === true
  }

  /** A new alert, not entered yet; undefined when there is no room for it. */
  make({ path, source, condition }: Hearing): AlertRecord | undefined {
    const room = roomFor({ path, source, state: condition.state }, this.records())
    if (room === undefined) return undefined
    if (room.instead !== undefined) this.#evict(room.instead)
    const { newId, clock } = this.#options
    return { id: newId(), path, source, condition, status: 'active', raisedAt: clock.timestamp() }
  }

  /** Has someone do something to alerts: done and told at once. Resolves to whether it is on disk, after a second at most. */
  do(turns: readonly Turn[], deed: AlertDeed): Promise<boolean> {
    const kept = turns.flatMap(({ next }) => next ?? [])
    const ending = deed.deed === 'ended' ? 'by-hand' : 'over'
    const over = turns.flatMap(({ record, next }) =>
      next === undefined ? [this.#ended(signed(record, deed), ending)] : [],
    )
    const saved = this.#journal.writeDeed({ kept, over }, deed)
    for (const turn of turns) {
      this.#unrecorded.remove(turn.record)
      this.#tell(turn.record, this.#take(turn))
    }
    return saved
  }

  /** To be called several times a second: who was silenced long enough, and what nobody has acknowledged. */
  watch(): void {
    const now = this.#options.clock.now()
    for (const entry of this.#entryByKey.values()) {
      const { record } = entry
      if (record.status === 'silenced' && now - entry.silencedAt >= silenceMs)
        this.#tell(record, this.#happen(record, 'silence-ended'))
      this.#escalate(entry, now)
      this.#endCall(entry, now)
    }
    this.#settleOwn(now)
    this.#givePlaces()
    for (const telling of this.#untoldByKey.values()) this.#options.tell(telling)
    this.#untoldByKey.clear()
    this.#tellOfRoom()
    this.#journal.watch()
  }

  /**
   * The process ends: what its plugins say because they are stopped is told, but is not what the boat wakes up with.
   * Resolves when what was said before is on disk, or cannot be.
   */
  close(): Promise<void> {
    return this.#journal.close()
  }

  #settleOwn(now: number): void {
    if (this.#own === undefined || now < this.#own.until) return
    for (const { record, isHeard } of this.#entryByKey.values())
      if (!isHeard && record.status !== 'rectified' && this.#own.isOwn(record.source))
        this.#tell(record, this.#happen(record, 'rectified'))
    this.#own = undefined
  }

  #escalate({ record, unheededSince }: Entry, now: number): void {
    const { escalates } = record.condition
    if (escalates === undefined || (record.status !== 'active' && record.status !== 'silenced')) return
    if (severityOf(escalates.state) <= severityOf(shownState(record))) return
    if (now - unheededSince < escalates.seconds * 1_000) return
    this.#tell(record, this.#happen(record, 'worsened', { escalatedTo: escalates.state }))
  }

  /** Nobody has come: it calls no more, and stays listed until someone has seen it. */
  #endCall({ record, unheededSince }: Entry, now: number): void {
    const { status, lasts } = record
    if (lasts === undefined || status === 'rectified' || now - unheededSince < lasts * 1_000) return
    this.#tell(record, this.#happen(record, 'rectified'))
  }

  #begin(hearing: Hearing): Notification {
    const record = this.#unrecorded.isAcknowledged(hearing) ? undefined : this.make(hearing)
    if (record === undefined) {
      if (this.#unrecorded.at(hearing) === undefined) this.#options.counters.alertsWithoutRoom++
      return this.#unrecorded.hear(hearing)
    }
    this.#record(record)
    return this.#valueOf(record)
  }

  #record(record: AlertRecord): void {
    this.#unrecorded.remove(record)
    this.#enter(record, true)
    this.#journal.write(record)
  }

  /** What is normal makes no noise, whatever its source says. */
  #calm({ path, source, condition }: Hearing): Notification {
    this.#unrecorded.remove({ path, source })
    return quietly(condition)
  }

  /** What waits for a place gets one that became free, or that was acknowledged. */
  #givePlaces(): void {
    if (!this.#hasChanged || this.#unrecorded.waiting === 0) return
    this.#hasChanged = false
    let given = 0
    for (const hearing of this.#unrecorded.inOrder()) {
      const record = this.make(hearing)
      if (record === undefined) continue
      this.#record(record)
      this.#tell(record)
      // The rest a moment later: nobody waits for all of them.
      this.#hasChanged = ++given === placesGivenAtOnce
      if (this.#hasChanged) return
    }
  }

  #tellOfRoom(): void {
    const condition = this.#unrecorded.condition()
    const stands = this.at(noRoom.path, noRoom.source)
    if (condition === undefined && (stands === undefined || stands.status === 'rectified')) return
    if (condition !== undefined && stands?.condition.message === condition.message) return
    const calm: Condition = { state: 'normal', method: [], message: '' }
    this.#options.tell({ ...noRoom, value: this.hear({ ...noRoom, condition: condition ?? calm }) })
  }

  #newsOf(event: LifeEvent, condition: Condition): Partial<AlertRecord> {
    return { condition, ...(event === 'raised' && { raisedAt: this.#options.clock.timestamp() }) }
  }

  /** Nobody did it: it happened. */
  #happen(record: AlertRecord, event: LifeEvent, news: Partial<AlertRecord> = {}): Notification {
    const next = turned(record, event, news)
    // After a restart it sounds anyway.
    if (next !== undefined && event === 'silence-ended') this.#journal.writeLater(next)
    else this.#journal.write(next ?? this.#ended(record, 'over'))
    return this.#take({ event, record, next })
  }

  #ended(record: AlertRecord, ending: AlertEnding): EndedRecord {
    return { ...record, endedAt: this.#options.clock.timestamp(), ending }
  }

  #take({ event, record, next }: Turn): Notification {
    const key = keyOf(record)
    this.#hasChanged = true
    if (next === undefined) {
      this.#entryByKey.delete(key)
      return endOf(record)
    }
    const entry = this.#entryByKey.get(key) ?? this.#enter(next, true)
    const now = this.#options.clock.now()
    entry.record = next
    if (isOfCondition(event)) entry.unheededSince = now
    if (event === 'silenced') entry.silencedAt = now
    return this.#valueOf(next)
  }

  #enter(record: AlertRecord, isHeard: boolean): Entry {
    const now = this.#options.clock.now()
    const entry: Entry = { record, isHeard, unheededSince: now, silencedAt: now }
    const key = keyOf(record)
    this.#entryByKey.set(key, entry)
    this.#untoldByKey.delete(key)
    return entry
  }

  #valueOf(record: AlertRecord): Notification {
    return notificationOf(record, !this.#journal.isUnsaved(record.id))
  }

  #tell(record: AlertRecord, value = this.#valueOf(record)): void {
    const { path, source } = record
    this.#options.tell({ path, source, value })
  }

  /** Whether they are saved is another than was told. */
  #tellMarked(ids: ReadonlySet<string>): void {
    for (const record of this.records()) if (ids.has(record.id)) this.#tell(record)
  }

  /** Makes room for another: what was wrong still is, and is told without a place in the list. */
  #evict(record: AlertRecord): void {
    const { path, source, status } = record
    this.#entryByKey.delete(keyOf(record))
    this.#unrecorded.addEvicted(record)
    this.#journal.write(this.#ended(record, 'made-room'))
    const value = { ...record.condition, state: shownState(record) }
    const told = status === 'acknowledged' ? quietly(value) : value
    const telling = { path, source, value: status === 'rectified' ? endOf(record) : told }
    this.#untoldByKey.set(keyOf(record), telling)
    this.#options.counters.evictedAlerts++
  }
}
