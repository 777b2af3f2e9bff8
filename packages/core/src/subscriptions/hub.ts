import { isInside, MarineDataError, type LogStart } from '@marinedata/model'
import {
  cellsFor,
  type Cell,
  type Change,
  type ChangeObserver,
  type ContextNode,
  type Row,
} from '#tree/row.ts'
import { SubscriptionIndex } from './subscription-index.ts'
import { ChangeEncoder } from './change-encoder.ts'
import { ChangeLog, requireLogRules, type SubscribeOptions } from './change-log.ts'
import { Deliveries, type DeliveriesOptions } from './deliveries.ts'
import { Fragment, frameOf, latestFragments, metadataJson } from './frame.ts'
import {
  type BoxedSubscription,
  type Group,
  type GroupSubscription,
  Session,
  type Lag,
  type Outlet,
} from './group.ts'
import { noteMove } from './matching/moves.ts'
import { Repetition } from './repetition.ts'
import { Scans } from './scans.ts'
import { periodOf } from './matching/subscription-set.ts'
import type { Subscription } from './matching/subscription.ts'
import type { TimedChannel } from './timed-channel.ts'

const maxSubscriptions = 512
/** Beyond this, a reader of the log gets the latest values while more is pending than can be sent. */
const maxPendingInOrder = 4_096

/** Matches changes of the tree to subscriptions and sends frames to the outlets. */
export class SubscriptionHub implements ChangeObserver {
  readonly #options: DeliveriesOptions
  readonly #log: ChangeLog
  readonly #deliveries: Deliveries
  readonly #index = new SubscriptionIndex()
  readonly #sessions = new Set<Session>()
  readonly #repetitionByGroup = new Map<Group, Repetition>()
  readonly #scans: Scans

  constructor(options: DeliveriesOptions) {
    this.#options = options
    this.#log = new ChangeLog(options)
    this.#deliveries = new Deliveries(options, this.#log)
    this.#scans = new Scans({ ...options, isOverloaded: () => this.isOverloaded, send: this.#sendPresent })
  }

  get size(): { sessions: number; groups: number } {
    return { sessions: this.#sessions.size, groups: this.#index.size }
  }

  /** Number of entries in the subscription index, and of cells held until the end of a period. */
  get held(): { readonly indexEntries: number; readonly cells: number } {
    return this.#index.held
  }

  /** The recent changes that readers of the log can continue from. */
  get logged(): { readonly changes: number; readonly bytes: number } {
    return this.#log.held
  }

  get isOverloaded(): boolean {
    return this.#deliveries.isOverloaded
  }

  open(outlet: Outlet): Session {
    const session = new Session(outlet)
    this.#sessions.add(session)
    return session
  }

  close(session: Session): void {
    if (this.#sessions.delete(session) && session.readsLog) this.#log.removeReader()
    this.#deliveries.drop(session)
    this.#index.leave(session)
    this.#removeUnusedRepetitions()
  }

  /**
   * Adds subscriptions. A subscription with the same context, path and bounding box is replaced.
   * @returns where a reader of the log starts
   */
  subscribe(session: Session, subscriptions: readonly Subscription[], options: SubscribeOptions): LogStart {
    const readsLog = requireLogRules(session, subscriptions, options)
    const names = new Set([...session.subscriptions.keys(), ...subscriptions.map(nameOf)])
    if (names.size > maxSubscriptions)
      throw new MarineDataError(
        'invalid-message',
        `A session can have at most ${maxSubscriptions} subscriptions. Unsubscribe from some first`,
      )
    for (const subscription of subscriptions) session.subscriptions.set(nameOf(subscription), subscription)
    session.wantsMetadata ||= options.sendsMetadata
    if (readsLog) return this.#readLog(session, options)
    this.#regroup(session, options.sendsCachedValues ? 0 : this.#options.source.sequence)
    return {}
  }

  #readLog(session: Session, { from, sendsCachedValues }: SubscribeOptions): LogStart {
    session.readsLog = true
    this.#log.addReader()
    const { since, ...start } = this.#log.startAfter(from)
    const isLiveOnly = from === undefined && !sendsCachedValues
    this.#regroup(session, isLiveOnly ? this.#options.source.sequence : since)
    return start
  }

  /** Removes the subscriptions to that context and those paths; `*` means all. */
  unsubscribe(session: Session, context: string, paths: readonly string[]): void {
    for (const [name, subscription] of session.subscriptions) {
      const matchesPath = paths.some((path) => path === '*' || path === subscription.path.text)
      if (matchesPath && (context === '*' || context === subscription.context.text))
        session.subscriptions.delete(name)
    }
    this.#regroup(session, this.#options.source.sequence)
  }

  changed(change: Change): void {
    const hasMoved = change.kind === 'values' && noteMove(change.context, change.sequence)
    if (this.#index.size === 0 && !this.#log.isOn) return
    if (change.kind === 'metadata') return this.#describe(change)
    const inside = this.#boxesAround(change, hasMoved)
    const touched: Group[] = []
    let urgentMask = 0
    for (const [index, { row }] of change.cells.entries()) {
      if (row.path.isNotification) urgentMask |= 1 << index
      this.#select(row, change, index, inside, touched)
    }
    if (touched.length > 0 || this.#log.isOn) this.#encode(change, touched, urgentMask)
  }

  #encode(change: Change, touched: readonly Group[], urgentMask: number): void {
    const encoder = new ChangeEncoder(change, this.#options.source.epoch)
    if (this.#log.isOn && change.cells.length > 0) this.#log.add(change, encoder.all)
    for (const group of touched) this.#dispatch(group, encoder, urgentMask)
  }

  forgotten(context: ContextNode): void {
    this.#index.forget(context)
  }

  // Hot path, called for each value and group: it allocates nothing.
  // oxlint-disable-next-line max-params -- an object for each value would cost more than the work itself
  #select(
    row: Row,
    change: Change,
    index: number,
    inside: readonly BoxedSubscription[],
    touched: Group[],
  ): void {
    const bit = 1 << index
    const { plain, special, boxed } = this.#index.of(row)
    if ((change.preferredMask & bit) !== 0)
      for (const group of plain) if (group.select(change, bit, false)) touched.push(group)
    for (const member of special) this.#selectSpecial(member, change, index, touched)
    if (boxed.size === 0) return
    for (const member of inside) if (boxed.has(member)) this.#selectSpecial(member, change, index, touched)
  }

  // oxlint-disable-next-line max-params -- as above
  #selectSpecial(
    { group, channel, subscription }: GroupSubscription,
    change: Change,
    index: number,
    touched: Group[],
  ): void {
    const bit = 1 << index
    const cell = change.cells[index]
    if (cell === undefined || ((change.preferredMask & bit) === 0 && !subscription.wantsAllSources)) return
    const isHeld = channel !== undefined && !cell.row.path.isNotification
    if (isHeld) channel.hold(cell, this.#options.clock, this.#release)
    if (group.select(change, bit, isHeld)) touched.push(group)
  }

  #dispatch(group: Group, encoder: ChangeEncoder, urgentMask: number): void {
    const { change, mask, newMask } = group
    const urgent = group.readsLog ? 0 : mask & urgentMask
    group.change = undefined
    if (change === undefined) return
    const wasWaiting = group.isWaiting
    const metadata = newMask === 0 ? undefined : encoder.metadata(newMask)
    if (metadata !== undefined) group.enqueue(metadata)
    if (urgent !== 0) this.#deliveries.urgent(group, encoder.urgent(urgent))
    if ((mask & ~urgent) !== 0) this.#enqueue(group, encoder, mask & ~urgent)
    // A group that was already pending has requested its flush.
    if (!wasWaiting && group.isWaiting) this.#deliveries.request(group)
  }

  #enqueue(group: Group, encoder: ChangeEncoder, mask: number): void {
    const hasRoom = group.readsLog && group.pending.size < maxPendingInOrder
    if (this.#deliveries.isOverloaded && !hasRoom) return this.#enqueueLatest(group, encoder.change, mask)
    group.enqueue(encoder.values(mask))
    this.#deliveries.addPending(group)
  }

  /** Conflates: only the newest value of a cell is sent. */
  #enqueueLatest(group: Group, change: Change, mask: number): void {
    const before = group.latest.size
    let offered = 0
    change.cells.forEach((cell, index) => {
      if ((mask & (1 << index)) === 0) return
      offered++
      group.latest.add(cell)
    })
    const conflated = offered - (group.latest.size - before)
    group.conflated += conflated
    this.#options.counters.conflatedValues += conflated * group.sessions.size
  }

  #describe(change: Change): void {
    const row = change.cells[0]?.row
    const encoder = new ChangeEncoder(change, this.#options.source.epoch)
    const fragment = encoder.metadata(1)
    if (row === undefined || fragment === undefined) return
    for (const group of this.#index.groupsOf(row)) {
      if (!group.wantsMetadata || group.subscriptions.serving(row) === undefined) continue
      group.enqueue(fragment)
      this.#deliveries.request(group)
    }
  }

  /**
   * The subscriptions whose bounding box the context was already in. Those that it has just entered are sent the
   * whole context.
   */
  #boxesAround(change: Change, hasMoved: boolean): readonly BoxedSubscription[] {
    const { context } = change
    const around = this.#index.boxesAt(context.position)
    const { positionBefore } = context
    if (!hasMoved || around.length === 0) return around
    const wasInside = ({ box }: BoxedSubscription): boolean =>
      positionBefore !== undefined && isInside(box, positionBefore)
    for (const member of around)
      if (!wasInside(member) && member.subscription.context.matches(context))
        this.#sendWholeContext(member, change)
    return around.filter(wasInside)
  }

  #sendWholeContext({ group, subscription }: GroupSubscription, change: Change): void {
    const { context, timestamp, sequence } = change
    const rows = [...context.rowByPath.values()].filter((row) => subscription.path.matches(row.path))
    const json = group.wantsMetadata ? metadataJson(rows, timestamp) : undefined
    if (json !== undefined) group.enqueue(new Fragment(context, json, { sequence }))
    this.#sendPresent(
      group,
      rows.flatMap((row) => cellsFor(row, subscription.wantsAllSources)),
    )
  }

  /** Sends the present values of cells, in order with other changes. */
  readonly #sendPresent = (group: Group, cells: readonly Cell[]): void => {
    // Alarms are sent immediately, otherwise a newer alarm of the same path could overtake them.
    const alarms = cells.filter(({ row }) => row.path.isNotification)
    const { epoch } = this.#options.source
    if (alarms.length > 0) this.#deliveries.urgent(group, frameOf(latestFragments(alarms), { epoch }))
    const others = cells.filter(({ row }) => !row.path.isNotification)
    for (const fragment of latestFragments(others)) group.enqueue(fragment)
    if (group.isWaiting) this.#deliveries.request(group)
  }

  readonly #release = (channel: TimedChannel<Group>): void => {
    const { group } = channel
    const searchFrom = channel.release()
    if (group.isWaiting) this.#deliveries.request(group)
    if (searchFrom === undefined) return
    const isOfChannel = ({ pacing }: Subscription): boolean => periodOf(pacing) === periodOf(channel.pacing)
    this.#scans.start({
      group,
      isWanted: ({ sequence }, subscription) => sequence > searchFrom && isOfChannel(subscription),
      end: () => {
        if (channel.endSearch()) this.#release(channel)
      },
    })
  }

  /** @param sinceForNew the change after which the values of new subscriptions are sent; 0 to send all */
  #regroup(session: Session, sinceForNew: number): void {
    const { source } = this.#options
    const { sequence } = source
    const { lag } = session
    const before = this.#index.regroup(session, source)
    this.#removeUnusedRepetitions()
    const { group } = session
    if (group === undefined) {
      this.#deliveries.stop(session)
      return
    }
    if (!this.#repetitionByGroup.has(group)) this.#repeat(group)
    this.#deliveries.catchUp(session, {
      ...lagBefore(lag, before, sequence),
      sinceForNew,
      before: before?.subscriptions,
    })
  }

  #repeat(group: Group): void {
    const repetition = Repetition.of(group, { ...this.#options, scans: this.#scans })
    if (repetition !== undefined) this.#repetitionByGroup.set(group, repetition)
  }

  #removeUnusedRepetitions(): void {
    for (const [group, repetition] of this.#repetitionByGroup) {
      if (group.sessions.size > 0) continue
      repetition.stop()
      this.#repetitionByGroup.delete(group)
    }
  }
}

/** The changes a session had missed in its old subscriptions when it changed them. */
const lagBefore = (
  lag: Lag | undefined,
  before: Group | undefined,
  sequence: number,
): Pick<Lag, 'since' | 'isConflated'> => {
  if (lag === undefined) return { since: before?.settledAt ?? sequence, isConflated: false }
  // Some values may be sent twice, which does no harm.
  return { since: Math.min(lag.since, lag.sinceForNew), isConflated: lag.isConflated }
}

const nameOf = ({ context, path, box }: Subscription): string =>
  `${context.text} ${path.text} ${box === undefined ? '' : JSON.stringify(box)}`
