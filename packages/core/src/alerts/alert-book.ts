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
import { AlertPages, type AlertPagesOptions } from './alert-pages.ts'
import {
  alertOf,
  byUrgency,
  endOf,
  keyOf,
  notificationOf,
  shownState,
  type AlertRecord,
  type EndedRecord,
} from './alert-record.ts'
import type { AlertDeed } from './alert-store.ts'
import { eventOf, isOfCondition, turned } from './alert-turns.ts'

export const silenceMs = 30_000
export const maxAlerts = 512
/** Long enough for the server to find again what is wrong with itself. */
const ownGraceMs = 60_000

/** A condition of the own vessel, where and by whom it was told. */
export interface Hearing {
  readonly path: string
  readonly source: string
  readonly condition: Condition
}

/** What is to stand at a path, in the name of a source. */
export interface Telling {
  readonly path: string
  readonly source: string
  readonly value: Notification
}

export interface AlertBookOptions extends AlertPagesOptions {
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

/** What is normal makes no noise, whatever its source says. */
const quietly = (condition: Condition): Condition =>
  condition.method.includes('sound')
    ? { ...condition, method: condition.method.filter((method) => method !== 'sound') }
    : condition

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
 * All alerts of the own vessel, one state for everyone. Conditions come in and alerts go out; each change of an alert's
 * life is on disk before it is told.
 */
export class AlertBook {
  readonly #options: AlertBookOptions
  readonly #pages: AlertPages
  /** In the order in which they were first raised. */
  readonly #entryByKey = new Map<string, Entry>()
  /** What had to make room is told later: whoever is being heard has the tree to itself. */
  #untold: Telling[] = []
  #own: { readonly isOwn: (source: string) => boolean; readonly until: number } | undefined

  constructor(options: AlertBookOptions) {
    this.#options = options
    this.#pages = new AlertPages(options)
  }

  get size(): number {
    return this.#entryByKey.size
  }

  /**
   * Takes up where the process before left off: same alerts, same acknowledgements. What was silenced sounds again.
   * @param isOwn sources that are this very process: what they do not say again is over
   */
  restore(isOwn: (source: string) => boolean): void {
    for (const kept of this.#options.store.all()) {
      const next = turned(kept, 'silence-ended') ?? kept
      this.#enter(next, false)
      this.#tell(next, notificationOf(next))
    }
    this.#own = { isOwn, until: this.#options.clock.now() + ownGraceMs }
  }

  /** Takes in a condition, and gives what is to be told in its place. */
  hear({ path, source, condition }: Hearing): Notification {
    const known = this.#entryByKey.get(keyOf({ path, source }))
    if (known === undefined)
      return isCalm(condition.state) ? quietly(condition) : this.#begin({ path, source, condition })
    known.isHeard = true
    const { record } = known
    if (isCalm(condition.state))
      return record.status === 'rectified' ? notificationOf(record) : this.#happen(record, 'rectified')
    const event = eventOf(record, condition)
    if (event !== undefined) return this.#happen(record, event, this.#newsOf(event, condition))
    // Nothing new, but perhaps in other words.
    if (JSON.stringify(condition) === JSON.stringify(record.condition)) return notificationOf(record)
    known.record = { ...record, condition }
    this.#pages.writeLater(known.record)
    return notificationOf(known.record)
  }

  /** What stands at a path in the name of a source; undefined when there is no alert. */
  at(path: string, source: string): AlertRecord | undefined {
    return this.#entryByKey.get(keyOf({ path, source }))?.record
  }

  list(): Alert[] {
    return this.records().toSorted(byUrgency).map(alertOf)
  }

  /** What was over in the last day, the newest first. */
  past(): PastAlert[] {
    return this.#pages.past()
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
  make(hearing: Hearing): AlertRecord | undefined {
    if (!this.#hasRoomFor(hearing.condition)) return undefined
    const { newId, clock } = this.#options
    return { id: newId(), ...hearing, status: 'active', raisedAt: clock.timestamp() }
  }

  /** Has someone do something to alerts: on disk, then done, then told. @throws when it cannot be kept */
  do(turns: readonly Turn[], deed: AlertDeed): void {
    const kept = turns.flatMap(({ next }) => next ?? [])
    const ending = deed.deed === 'ended' ? 'by-hand' : 'over'
    const over = turns.flatMap(({ record, next }) =>
      next === undefined ? [this.#ended(signed(record, deed), ending)] : [],
    )
    this.#pages.writeDeed({ kept, over }, deed)
    for (const turn of turns) this.#tell(turn.record, this.#take(turn))
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
    for (const telling of this.#untold.splice(0)) this.#options.tell(telling)
    this.#pages.turn()
  }

  /** The process ends: what its plugins say because they are stopped is told, but is not what the boat wakes up with. */
  close(): void {
    this.#pages.close()
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
    const record = this.make(hearing)
    if (record === undefined) {
      this.#options.counters.alertsWithoutRoom++
      return hearing.condition
    }
    this.#enter(record, true)
    this.#pages.write(record)
    return notificationOf(record)
  }

  #newsOf(event: LifeEvent, condition: Condition): Partial<AlertRecord> {
    return { condition, ...(event === 'raised' && { raisedAt: this.#options.clock.timestamp() }) }
  }

  /** Nobody did it: it happened. */
  #happen(record: AlertRecord, event: LifeEvent, news: Partial<AlertRecord> = {}): Notification {
    const next = turned(record, event, news)
    const value = this.#take({ event, record, next })
    // After a restart it sounds anyway.
    if (next !== undefined && event === 'silence-ended') this.#pages.writeLater(next)
    else this.#pages.write(next ?? this.#ended(record, 'over'))
    return value
  }

  #ended(record: AlertRecord, ending: AlertEnding): EndedRecord {
    return { ...record, endedAt: this.#options.clock.timestamp(), ending }
  }

  #take({ event, record, next }: Turn): Notification {
    const key = keyOf(record)
    if (next === undefined) {
      this.#entryByKey.delete(key)
      return endOf(record)
    }
    const entry = this.#entryByKey.get(key) ?? this.#enter(next, true)
    const now = this.#options.clock.now()
    entry.record = next
    if (isOfCondition(event)) entry.unheededSince = now
    if (event === 'silenced') entry.silencedAt = now
    return notificationOf(next)
  }

  #enter(record: AlertRecord, isHeard: boolean): Entry {
    const now = this.#options.clock.now()
    const entry: Entry = { record, isHeard, unheededSince: now, silencedAt: now }
    this.#entryByKey.set(keyOf(record), entry)
    return entry
  }

  #tell({ path, source }: AlertRecord, value: Notification): void {
    this.#options.tell({ path, source, value })
  }

  /** What is over makes room first; for an alarm, whatever is less. No alarm ever does. */
  #hasRoomFor({ state }: Condition): boolean {
    if (this.#entryByKey.size < maxAlerts) return true
    const records = this.records()
    const alarm = severityOf('alarm')
    const lesser = (record: AlertRecord): boolean =>
      severityOf(state) >= alarm && severityOf(shownState(record)) < alarm
    const out = records.find(({ status }) => status === 'rectified') ?? records.find(lesser)
    if (out === undefined) return false
    const { path, source, status, condition } = out
    this.#entryByKey.delete(keyOf(out))
    this.#pages.write(this.#ended(out, 'made-room'))
    this.#untold.push({ path, source, value: status === 'rectified' ? endOf(out) : condition })
    this.#options.counters.evictedAlerts++
    return true
  }
}
