import {
  MarineDataError,
  parsePath,
  severityOf,
  type Alert,
  type AlertRequest,
  type Condition,
  type PastAlert,
  type Position,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { silenceMs, type AlertBook, type Turn } from './alert-book.ts'
import type { LifeEvent } from './alert-life.ts'
import { alertOf, crewSource, overboardPath, usualMethod, without, type AlertRecord } from './alert-record.ts'
import type { AlertDeed } from './alert-store.ts'
import { turned } from './alert-turns.ts'

/** Who does something, and from where. */
export interface AlertBy {
  readonly who: string
  readonly from: string
}

export interface AlertDeskOptions {
  readonly book: AlertBook
  readonly clock: Clock
  /** Where the boat is; null when no fix is fresh. */
  readonly position: () => Position | null
}

const maxRemembered = 64

/**
 * What people do with alerts, whichever screen they do it on. It is done and told at once, whatever the disk does; each
 * promise resolves when it is on disk, or after a second with alerts that are marked as unsaved.
 */
export class AlertDesk {
  readonly #options: AlertDeskOptions
  /** Those that are over since lately: who presses at the same time as another is not told of an error. */
  readonly #overById = new Map<string, Alert>()

  constructor(options: AlertDeskOptions) {
    this.#options = options
  }

  list(): Alert[] {
    return this.#options.book.list()
  }

  /** What was over in the last day, the newest first. */
  past(): PastAlert[] {
    return this.#options.book.past()
  }

  find(id: string): Alert {
    return this.#options.book.alertOf(this.#record(id))
  }

  /** Once is enough, for everyone; what is over by then is gone. */
  async acknowledge(id: string, by: AlertBy): Promise<Alert> {
    const record = this.#options.book.find(id)
    const over = this.#overById.get(id)
    if (record === undefined && over !== undefined) return over
    return this.#doTo(this.#record(id), 'acknowledged', by)
  }

  acknowledgeAll(by: AlertBy): Promise<Alert[]> {
    return this.#doToAll('acknowledged', by)
  }

  /** For half a minute, or until it gets worse. */
  async silence(id: string, by: AlertBy): Promise<Alert> {
    return this.#doTo(this.#record(id), 'silenced', by)
  }

  silenceAll(by: AlertBy): Promise<Alert[]> {
    return this.#doToAll('silenced', by)
  }

  async raise(
    { path, state, message, method = usualMethod(state), escalates, lasts }: AlertRequest,
    by: AlertBy,
  ): Promise<Alert> {
    if (path === overboardPath)
      throw new MarineDataError('invalid-value', `"${path}" is raised by the man-overboard request`)
    if (parsePath(path) === undefined) throw new MarineDataError('invalid-value', `"${path}" is not a path`)
    const condition: Condition = { state, method, message, ...(escalates && { escalates }) }
    const news = lasts === undefined ? {} : { lasts }
    return this.#raise({ path, condition, news }, { deed: 'raised', ...by })
  }

  /** Where it happened first stays: a second press does not move it. */
  async manOverboard(by: AlertBy): Promise<Alert> {
    const { book, position } = this.#options
    const isKnown = book.at(overboardPath, crewSource) !== undefined
    const condition: Condition = { state: 'emergency', method: ['visual', 'sound'], message: 'Man overboard' }
    const news = isKnown ? {} : { position: position() }
    return this.#raise({ path: overboardPath, condition, news }, { deed: 'man-overboard', ...by })
  }

  /** Ends what was raised by hand, and what nobody watches any more. */
  async end(id: string, by: AlertBy): Promise<Alert> {
    const { book } = this.#options
    const record = this.#record(id)
    if (record.raisedBy === undefined && book.isHeard(record))
      throw new MarineDataError(
        'not-raised-by-hand',
        `"${record.path}" is watched by "${record.source}": it ends when its cause does`,
      )
    return this.#end(record, by)
  }

  async endManOverboard(by: AlertBy): Promise<Alert> {
    const record = this.#options.book.at(overboardPath, crewSource)
    if (record === undefined) throw new MarineDataError('alert-not-found', 'Nobody is overboard')
    return this.#end(record, by)
  }

  async #end(record: AlertRecord, by: AlertBy): Promise<Alert> {
    const acknowledged = { ...record, status: 'rectified', ...this.#signature(by) } as const
    const isSaved = await this.#do([{ event: 'rectified', record, next: undefined }], 'ended', by)
    return alertOf(acknowledged, isSaved)
  }

  #record(id: string): AlertRecord {
    const record = this.#options.book.find(id)
    if (record === undefined) throw new MarineDataError('alert-not-found', `There is no alert "${id}"`)
    return record
  }

  async #doTo(record: AlertRecord, event: 'acknowledged' | 'silenced', by: AlertBy): Promise<Alert> {
    const turn = this.#turnOf(record, event, by)
    if (turn === undefined) return this.#options.book.alertOf(record)
    const after = this.#after(turn, by)
    const isSaved = await this.#do([turn], event, by)
    return alertOf(after, isSaved)
  }

  async #doToAll(event: 'acknowledged' | 'silenced', by: AlertBy): Promise<Alert[]> {
    const turns = this.#options.book.records().flatMap((record) => this.#turnOf(record, event, by) ?? [])
    if (turns.length === 0) return []
    const after = turns.map((turn) => this.#after(turn, by))
    const isSaved = await this.#do(turns, event, by)
    return after.map((record) => alertOf(record, isSaved))
  }

  /** Undefined when it would change nothing. */
  #turnOf(record: AlertRecord, event: 'acknowledged' | 'silenced', by: AlertBy): Turn | undefined {
    // A call that was heard is over.
    if (event === 'acknowledged' && record.lasts !== undefined) return { event, record, next: undefined }
    const news = event === 'acknowledged' ? this.#signature(by) : { silencedUntil: this.#silenceEnd() }
    const next = turned(record, event, news)
    // Silencing again lasts again; acknowledging again changes nothing.
    return next?.status === record.status && next.status !== 'silenced' ? undefined : { event, record, next }
  }

  /** How it stands then; what is over is remembered for a while. */
  #after({ record, next }: Turn, by: AlertBy): AlertRecord {
    if (next !== undefined) return next
    const over: AlertRecord = { ...record, status: 'rectified', ...this.#signature(by) }
    this.#overById.set(record.id, alertOf(over))
    const [oldest] = this.#overById.keys()
    if (this.#overById.size > maxRemembered && oldest !== undefined) this.#overById.delete(oldest)
    return over
  }

  async #raise(
    { path, condition, news }: { path: string; condition: Condition; news: Partial<AlertRecord> },
    deed: Pick<AlertDeed, 'deed'> & AlertBy,
  ): Promise<Alert> {
    const { book, clock } = this.#options
    const known = book.at(path, crewSource)
    const event = known === undefined ? 'raised' : pressed(known, condition)
    const record = known ?? book.make({ path, source: crewSource, condition })
    if (record === undefined)
      throw new MarineDataError('storage-full', 'There are too many alerts. Acknowledge or end some first.')
    const raised = turned(without(record, 'lasts'), event, {
      condition,
      raisedBy: known?.raisedBy ?? deed.who,
      ...news,
    })
    const details = { id: record.id, state: condition.state, ...news }
    const turn = { event, record, next: raised }
    const isSaved = await book.do([turn], { ...deed, at: clock.timestamp(), subject: path, details })
    return alertOf(raised ?? record, isSaved)
  }

  #do(turns: readonly Turn[], deed: AlertDeed['deed'], { who, from }: AlertBy): Promise<boolean> {
    const { book, clock } = this.#options
    const [first, ...more] = turns
    const subject = first === undefined || more.length > 0 ? 'all' : first.record.path
    const details = { ids: turns.map(({ record }) => record.id) }
    return book.do(turns, { deed, who, from, at: clock.timestamp(), subject, details })
  }

  #signature({ who }: AlertBy): { acknowledgedBy: string; acknowledgedAt: string } {
    return { acknowledgedBy: who, acknowledgedAt: this.#options.clock.timestamp() }
  }

  #silenceEnd(): string {
    return new Date(Date.parse(this.#options.clock.timestamp()) + silenceMs).toISOString()
  }
}

/** Someone presses it again: unless it is for something less, it sounds again. */
const pressed = ({ condition: before }: AlertRecord, { state }: Condition): LifeEvent =>
  severityOf(state) < severityOf(before.state) ? 'eased' : 'worsened'
