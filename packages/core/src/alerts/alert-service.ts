import {
  actorText,
  MarineDataError,
  parsePath,
  severityOf,
  type Actor,
  type Alert,
  type AlertRequest,
  type Condition,
  type PastAlert,
  type Position,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import { silenceMs } from './alert-entries.ts'
import type { AlertRegistry } from './alert-registry.ts'
import {
  alertOf,
  crewSource,
  overboardPath,
  defaultMethod,
  without,
  type AlertRecord,
} from './alert-record.ts'
import type { AlertEvent } from './alert-store.ts'
import { afterEvent, type LifecycleEvent, type Transition } from './alert-lifecycle.ts'

export interface AlertServiceOptions {
  readonly registry: AlertRegistry
  readonly clock: Clock
  /** The position of the boat; null without a fresh fix. */
  readonly position: () => Position | null
}

const maxCachedEnds = 64

/**
 * Actions of people on alerts. An action is applied and published synchronously, independent of the disk. Each promise resolves
 * when the change is on disk, or after one second with alerts marked as unsaved.
 */
export class AlertService {
  readonly #options: AlertServiceOptions
  /** Recently ended alerts: two people may acknowledge at the same time, and the second must not get an error. */
  readonly #endedById = new Map<string, Alert>()

  constructor(options: AlertServiceOptions) {
    this.#options = options
  }

  list(): Alert[] {
    return this.#options.registry.list()
  }

  /** Alerts that ended within the last day, newest first. */
  past(): PastAlert[] {
    return this.#options.registry.past()
  }

  find(id: string): Alert {
    return this.#options.registry.alertOf(this.#record(id))
  }

  /** Acknowledges an alert for all clients. A rectified alert or a call ends. */
  async acknowledge(id: string, by: Actor): Promise<Alert> {
    const record = this.#options.registry.find(id)
    const ended = this.#endedById.get(id)
    if (record === undefined && ended !== undefined) return ended
    return this.#applyTo(this.#record(id), 'acknowledged', by)
  }

  acknowledgeAll(by: Actor): Promise<Alert[]> {
    return this.#applyToAll('acknowledged', by)
  }

  /** Silences an alert for 30 seconds, or until its severity rises. */
  async silence(id: string, by: Actor): Promise<Alert> {
    return this.#applyTo(this.#record(id), 'silenced', by)
  }

  silenceAll(by: Actor): Promise<Alert[]> {
    return this.#applyToAll('silenced', by)
  }

  async raise(
    { path, state, message, method = defaultMethod(state), escalates, lasts }: AlertRequest,
    by: Actor,
  ): Promise<Alert> {
    if (path === overboardPath)
      throw new MarineDataError(
        'invalid-value',
        `"${path}" cannot be raised here. Use the man-overboard request`,
      )
    if (parsePath(path) === undefined)
      throw new MarineDataError('invalid-value', `"${path}" is not a valid path. Use segments joined by dots`)
    const condition: Condition = { state, method, message, ...(escalates && { escalates }) }
    const changes = lasts === undefined ? {} : { lasts }
    return this.#raise({ path, condition, changes }, { operation: 'raised', actor: by })
  }

  /** Raises the man-overboard alert. A second request does not change the position of the first. */
  async manOverboard(by: Actor): Promise<Alert> {
    const { registry, position } = this.#options
    const isKnown = registry.at(overboardPath, crewSource) !== undefined
    const condition: Condition = { state: 'emergency', method: ['visual', 'sound'], message: 'Man overboard' }
    const changes = isKnown ? {} : { position: position() }
    return this.#raise({ path: overboardPath, condition, changes }, { operation: 'man-overboard', actor: by })
  }

  /** Ends an alert that a person raised or may end, or whose source has not reported it since the start. */
  async end(id: string, by: Actor): Promise<Alert> {
    const { registry } = this.#options
    const record = this.#record(id)
    if (record.raisedBy === undefined && record.condition.endable !== true && registry.isReported(record))
      throw new MarineDataError(
        'not-raised-by-hand',
        `"${record.path}" is monitored by "${record.source}" and ends when its cause ends. Acknowledge or silence it instead`,
      )
    return this.#end(record, by)
  }

  async endManOverboard(by: Actor): Promise<Alert> {
    const record = this.#options.registry.at(overboardPath, crewSource)
    if (record === undefined) throw new MarineDataError('alert-not-found', 'There is no man-overboard alert')
    return this.#end(record, by)
  }

  async #end(record: AlertRecord, by: Actor): Promise<Alert> {
    const acknowledged = { ...record, status: 'rectified', ...this.#signature(by) } as const
    const isSaved = await this.#apply([{ event: 'rectified', record, next: undefined }], 'ended', by)
    return alertOf(acknowledged, isSaved)
  }

  #record(id: string): AlertRecord {
    const record = this.#options.registry.find(id)
    if (record === undefined)
      throw new MarineDataError('alert-not-found', `Unknown alert "${id}". It may have ended`)
    return record
  }

  async #applyTo(record: AlertRecord, event: 'acknowledged' | 'silenced', by: Actor): Promise<Alert> {
    const transition = this.#transitionOf(record, event, by)
    if (transition === undefined) return this.#options.registry.alertOf(record)
    const after = this.#after(transition, by)
    const isSaved = await this.#apply([transition], event, by)
    return alertOf(after, isSaved)
  }

  async #applyToAll(event: 'acknowledged' | 'silenced', by: Actor): Promise<Alert[]> {
    const transitions = this.#options.registry
      .records()
      .flatMap((record) => this.#transitionOf(record, event, by) ?? [])
    if (transitions.length === 0) return []
    const after = transitions.map((transition) => this.#after(transition, by))
    const isSaved = await this.#apply(transitions, event, by)
    return after.map((record) => alertOf(record, isSaved))
  }

  /** The transition that an action causes; undefined when it changes nothing. */
  #transitionOf(record: AlertRecord, event: 'acknowledged' | 'silenced', by: Actor): Transition | undefined {
    // An acknowledged call ends.
    if (event === 'acknowledged' && record.lasts !== undefined) return { event, record, next: undefined }
    const changes = event === 'acknowledged' ? this.#signature(by) : { silencedUntil: this.#silenceEnd() }
    const next = afterEvent(record, event, changes)
    // Silencing again restarts the time; acknowledging again changes nothing.
    return next?.status === record.status && next.status !== 'silenced' ? undefined : { event, record, next }
  }

  /** The record after a transition. Ended alerts are cached for repeated acknowledgements. */
  #after({ record, next }: Transition, by: Actor): AlertRecord {
    if (next !== undefined) return next
    const ended: AlertRecord = { ...record, status: 'rectified', ...this.#signature(by) }
    this.#endedById.set(record.id, alertOf(ended))
    const [oldest] = this.#endedById.keys()
    if (this.#endedById.size > maxCachedEnds && oldest !== undefined) this.#endedById.delete(oldest)
    return ended
  }

  async #raise(
    { path, condition, changes }: { path: string; condition: Condition; changes: Partial<AlertRecord> },
    audit: Pick<AlertEvent, 'operation' | 'actor'>,
  ): Promise<Alert> {
    const { registry, clock } = this.#options
    const known = registry.at(path, crewSource)
    const event = known === undefined ? 'raised' : raisedAgain(known, condition)
    const record = known ?? registry.create({ path, source: crewSource, condition })
    if (record === undefined)
      throw new MarineDataError('storage-full', 'There are too many alerts. Acknowledge or end some first.')
    const raised = afterEvent(without(record, 'lasts'), event, {
      condition,
      raisedBy: known?.raisedBy ?? actorText(audit.actor),
      ...changes,
    })
    const details = { id: record.id, state: condition.state, ...changes }
    const transition = { event, record, next: raised }
    const isSaved = await registry.apply([transition], {
      ...audit,
      at: clock.timestamp(),
      subject: path,
      details,
    })
    return alertOf(raised ?? record, isSaved)
  }

  #apply(
    transitions: readonly Transition[],
    operation: AlertEvent['operation'],
    actor: Actor,
  ): Promise<boolean> {
    const { registry, clock } = this.#options
    const [first, ...more] = transitions
    const subject = first === undefined || more.length > 0 ? 'all' : first.record.path
    const details = { ids: transitions.map(({ record }) => record.id) }
    return registry.apply(transitions, { operation, actor, at: clock.timestamp(), subject, details })
  }

  #signature(actor: Actor): { acknowledgedBy: string; acknowledgedAt: string } {
    return { acknowledgedBy: actorText(actor), acknowledgedAt: this.#options.clock.timestamp() }
  }

  #silenceEnd(): string {
    return new Date(Date.parse(this.#options.clock.timestamp()) + silenceMs).toISOString()
  }
}

/** Raising an alert again makes it sound again, unless the severity is lower. */
const raisedAgain = ({ condition: before }: AlertRecord, { state }: Condition): LifecycleEvent =>
  severityOf(state) < severityOf(before.state) ? 'eased' : 'worsened'
