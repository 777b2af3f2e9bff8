import { isInside, MarineDataError } from '@marinedata/model'
import { cellsFor, type Cell, type Change, type ChangeObserver, type ContextNode, type Row } from '#row.ts'
import { Audiences } from './audiences.ts'
import { ChangeEncoder } from './change-encoder.ts'
import { Deliveries, type DeliveriesOptions } from './deliveries.ts'
import { Fragment, frameOf, latestFragments, metadataJson } from './frame.ts'
import type { BoxedSubscription, Group, GroupSubscription } from './group.ts'
import { noteMove } from './matching/moves.ts'
import { Repetition } from './repetition.ts'
import { Scans } from './scans.ts'
import { Session, type Lag, type Outlet } from './session.ts'
import { slowness } from './matching/subscription-set.ts'
import type { Subscription } from './matching/subscription.ts'
import type { TimedChannel } from './timed-channel.ts'

export interface SubscribeOptions {
  /** Whether the present values come first. */
  readonly sendsCachedValues: boolean
  readonly sendsMetadata: boolean
}

const maxSubscriptions = 512

/** Who wants what, and how often: takes changes from the tree, and frames to the outlets. */
export class SubscriptionHub implements ChangeObserver {
  readonly #options: DeliveriesOptions
  readonly #deliveries: Deliveries
  readonly #audiences = new Audiences()
  readonly #sessions = new Set<Session>()
  readonly #repetitionByGroup = new Map<Group, Repetition>()
  readonly #scans: Scans

  constructor(options: DeliveriesOptions) {
    this.#options = options
    this.#deliveries = new Deliveries(options)
    this.#scans = new Scans({ ...options, isOverloaded: () => this.isOverloaded, tell: this.#tell })
  }

  get size(): { sessions: number; groups: number } {
    return { sessions: this.#sessions.size, groups: this.#audiences.size }
  }

  /** References in the index of subscriptions by path and by place, and cells that wait for a period to be over. */
  get held(): { readonly indexEntries: number; readonly cells: number } {
    return this.#audiences.held
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
    this.#sessions.delete(session)
    this.#deliveries.drop(session)
    this.#audiences.leave(session)
    this.#tidyRepetitions()
  }

  /** Adds wishes; those the session has already are replaced. */
  subscribe(session: Session, wishes: readonly Subscription[], options: SubscribeOptions): void {
    const names = new Set([...session.subscriptions.keys(), ...wishes.map(nameOf)])
    if (names.size > maxSubscriptions)
      throw new MarineDataError(
        'invalid-message',
        `More than ${maxSubscriptions} subscriptions in one session`,
      )
    for (const wish of wishes) session.subscriptions.set(nameOf(wish), wish)
    session.wantsMetadata ||= options.sendsMetadata
    this.#regroup(session, options.sendsCachedValues)
  }

  /** Takes wishes back: those of that context and path, where `*` stands for all. */
  unsubscribe(session: Session, context: string, paths: readonly string[]): void {
    for (const [name, wish] of session.subscriptions) {
      const isMeant = paths.some((path) => path === '*' || path === wish.path.text)
      if (isMeant && (context === '*' || context === wish.context.text)) session.subscriptions.delete(name)
    }
    this.#regroup(session, false)
  }

  changed(change: Change): void {
    const hasMoved = change.kind === 'values' && noteMove(change.context, change.sequence)
    if (this.#audiences.size === 0) return
    if (change.kind === 'metadata') return this.#describe(change)
    const inside = this.#boxesAround(change, hasMoved)
    const touched: Group[] = []
    let urgentMask = 0
    for (const [index, { row }] of change.cells.entries()) {
      if (row.path.isNotification) urgentMask |= 1 << index
      this.#select(row, change, index, inside, touched)
    }
    if (touched.length === 0) return
    const encoder = new ChangeEncoder(change)
    for (const group of touched) this.#dispatch(group, encoder, urgentMask)
  }

  forgotten(context: ContextNode): void {
    this.#audiences.forget(context)
  }

  // This road is taken for each value and each group: it stays flat and allocates nothing.
  // oxlint-disable-next-line max-params -- an object for each value would cost more than the work itself
  #select(
    row: Row,
    change: Change,
    index: number,
    inside: readonly BoxedSubscription[],
    touched: Group[],
  ): void {
    const bit = 1 << index
    const { plain, special, boxed } = this.#audiences.of(row)
    if ((change.preferredMask & bit) !== 0)
      for (const group of plain) if (group.select(change, bit, false)) touched.push(group)
    for (const member of special) this.#offer(member, change, index, touched)
    if (boxed.size === 0) return
    for (const member of inside) if (boxed.has(member)) this.#offer(member, change, index, touched)
  }

  // oxlint-disable-next-line max-params -- as above
  #offer(
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
    group.change = undefined
    if (change === undefined) return
    const wasWaiting = group.isWaiting
    const metadata = newMask === 0 ? undefined : encoder.metadata(newMask)
    if (metadata !== undefined) group.keep(metadata)
    if ((mask & urgentMask) !== 0) this.#deliveries.urgent(group, encoder.urgent(mask & urgentMask))
    if ((mask & ~urgentMask) !== 0) this.#keep(group, encoder, mask & ~urgentMask)
    // A group that waits already has asked for its round.
    if (!wasWaiting && group.isWaiting) this.#deliveries.request(group)
  }

  #keep(group: Group, encoder: ChangeEncoder, mask: number): void {
    if (this.#deliveries.isOverloaded) return this.#keepLatest(group, encoder.change, mask)
    group.keep(encoder.values(mask))
    this.#deliveries.owe(group)
  }

  /** More is wanted than can be delivered: the newest value of a cell stands for those before it. */
  #keepLatest(group: Group, change: Change, mask: number): void {
    const before = group.latest.size
    let offered = 0
    change.cells.forEach((cell, index) => {
      if ((mask & (1 << index)) === 0) return
      offered++
      group.latest.add(cell)
    })
    const passedOver = offered - (group.latest.size - before)
    group.passedOver += passedOver
    this.#options.counters.conflatedValues += passedOver * group.sessions.size
  }

  #describe(change: Change): void {
    const row = change.cells[0]?.row
    const encoder = new ChangeEncoder(change)
    const fragment = encoder.metadata(1)
    if (row === undefined || fragment === undefined) return
    for (const group of this.#audiences.groupsOf(row)) {
      if (!group.wantsMetadata || group.subscriptions.serving(row) === undefined) continue
      group.keep(fragment)
      this.#deliveries.request(group)
    }
  }

  /** The subscriptions whose box the context was in already; those that it has just come into are told it whole. */
  #boxesAround(change: Change, hasMoved: boolean): readonly BoxedSubscription[] {
    const { context } = change
    const around = this.#audiences.boxesAt(context.position)
    const { positionBefore } = context
    if (!hasMoved || around.length === 0) return around
    const wasInside = ({ box }: BoxedSubscription): boolean =>
      positionBefore !== undefined && isInside(box, positionBefore)
    for (const member of around)
      if (!wasInside(member) && member.subscription.context.matches(context)) this.#tellWhole(member, change)
    return around.filter(wasInside)
  }

  #tellWhole({ group, subscription }: GroupSubscription, { context, timestamp }: Change): void {
    const rows = [...context.rowByPath.values()].filter((row) => subscription.path.matches(row.path))
    const json = group.wantsMetadata ? metadataJson(rows, timestamp) : undefined
    if (json !== undefined) group.keep(new Fragment(context, json))
    this.#tell(
      group,
      rows.flatMap((row) => cellsFor(row, subscription.wantsAllSources)),
    )
  }

  /** Tells the present values of some cells in the order of the changes around them. */
  readonly #tell = (group: Group, cells: readonly Cell[]): void => {
    // An alarm that waits may be overtaken by a newer one of the same name.
    const alarms = cells.filter(({ row }) => row.path.isNotification)
    if (alarms.length > 0) this.#deliveries.urgent(group, frameOf(latestFragments(alarms)))
    const others = cells.filter(({ row }) => !row.path.isNotification)
    for (const fragment of latestFragments(others)) group.keep(fragment)
    if (group.isWaiting) this.#deliveries.request(group)
  }

  readonly #release = (channel: TimedChannel): void => {
    const { group } = channel
    const searchFrom = channel.release()
    if (group.isWaiting) this.#deliveries.request(group)
    if (searchFrom === undefined) return
    const isOfChannel = ({ rhythm }: Subscription): boolean => slowness(rhythm) === slowness(channel.rhythm)
    this.#scans.start({
      group,
      isWanted: ({ sequence }, subscription) => sequence > searchFrom && isOfChannel(subscription),
      end: () => {
        if (channel.endSearch()) this.#release(channel)
      },
    })
  }

  #regroup(session: Session, sendsCachedValues: boolean): void {
    const { source } = this.#options
    const { sequence } = source
    const { lag } = session
    const before = this.#audiences.regroup(session, source)
    this.#tidyRepetitions()
    const { group } = session
    if (group === undefined) {
      this.#deliveries.rest(session)
      return
    }
    if (!this.#repetitionByGroup.has(group)) this.#repeat(group)
    const sinceForNew = sendsCachedValues ? 0 : sequence
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

  #tidyRepetitions(): void {
    for (const [group, repetition] of this.#repetitionByGroup) {
      if (group.sessions.size > 0) continue
      repetition.stop()
      this.#repetitionByGroup.delete(group)
    }
  }
}

/** What a session lacked of its old wishes when it changed them. */
const lagBefore = (
  lag: Lag | undefined,
  before: Group | undefined,
  sequence: number,
): Pick<Lag, 'since' | 'isConflated'> => {
  if (lag === undefined) return { since: before?.settledAt ?? sequence, isConflated: false }
  // Part of the old wishes may have been told already; telling it twice does no harm.
  return { since: Math.min(lag.since, lag.sinceForNew), isConflated: lag.isConflated }
}

const nameOf = ({ context, path, box }: Subscription): string =>
  `${context.text} ${path.text} ${box === undefined ? '' : JSON.stringify(box)}`
