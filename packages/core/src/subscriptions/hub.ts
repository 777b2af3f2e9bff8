import { MarineDataError } from '@marinedata/model'
import type { Change, ChangeObserver, ContextNode } from '#row.ts'
import { Audiences } from './audiences.ts'
import { Batch } from './batch.ts'
import { ChangeEncoder } from './change-encoder.ts'
import { Deliveries, type DeliveriesOptions } from './deliveries.ts'
import type { Group, Interest, TimedChannel } from './group.ts'
import { Repetition } from './repetition.ts'
import { Session, type Lag, type Outlet } from './session.ts'
import type { Subscription } from './subscription.ts'

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
  #emptyBatch = new Batch()

  constructor(options: DeliveriesOptions) {
    this.#options = options
    this.#deliveries = new Deliveries(options)
    this.#deliveries.onRound(() => {
      this.#emptyBatch = new Batch()
    })
  }

  get size(): { sessions: number; groups: number } {
    return { sessions: this.#sessions.size, groups: this.#audiences.size }
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
    if (this.#audiences.size === 0) return
    if (change.kind === 'metadata') return this.#describe(change)
    const encoder = new ChangeEncoder(change)
    const touched: Group[] = []
    let urgentMask = 0
    for (let index = 0; index < change.cells.length; index++) {
      const row = change.cells[index]?.row
      if (row === undefined) continue
      if (row.path.isNotification) urgentMask |= 1 << index
      for (const interest of this.#audiences.of(row)) this.#offer(interest, change, index, touched)
    }
    for (const group of touched) this.#dispatch(group, encoder, urgentMask)
  }

  forgotten(context: ContextNode): void {
    this.#audiences.forget(context)
  }

  // The road to the group is taken for each value and each group: it stays flat and allocates nothing.
  // oxlint-disable-next-line max-params -- an object for each value would cost more than the work itself
  #offer(interest: Interest, change: Change, index: number, touched: Group[]): void {
    const bit = 1 << index
    const cell = change.cells[index]
    if (cell === undefined || ((change.preferredMask & bit) === 0 && !interest.wantsAllSources)) return
    const { group, channel } = interest
    if (interest.subscription.box !== undefined && !this.#isInside(interest, change.context)) return
    if (channel !== undefined && !cell.row.path.isNotification) {
      channel.hold(cell, this.#options.clock, this.#release)
      return
    }
    if (group.change !== change) {
      group.change = change
      group.mask = 0
      touched.push(group)
    }
    group.mask |= bit
  }

  #dispatch(group: Group, encoder: ChangeEncoder, urgentMask: number): void {
    const { change, mask } = group
    group.change = undefined
    if (change === undefined) return
    const created = mask & change.createdMask
    const metadata = group.wantsMetadata && created !== 0 ? encoder.metadata(created) : undefined
    if (metadata !== undefined) group.append(metadata, this.#emptyBatch)
    if ((mask & urgentMask) !== 0) this.#deliveries.urgent(group, encoder.urgent(mask & urgentMask))
    const rest = mask & ~urgentMask
    if (rest !== 0 && this.#deliveries.isOverloaded) this.#keepLatest(group, change, rest)
    else if (rest !== 0) group.append(encoder.values(rest), this.#emptyBatch)
    if (group.isWaiting) this.#deliveries.request(group)
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
    for (const { group } of this.#audiences.of(row)) {
      if (!group.wantsMetadata) continue
      group.append(fragment, this.#emptyBatch)
      this.#deliveries.request(group)
    }
  }

  /** Whether the context was inside the wish's box already; one that just came in is told whole. */
  #isInside({ group, subscription }: Interest, context: ContextNode): boolean {
    const place = group.locate(subscription, context)
    if (place === 'entering') {
      for (const row of context.rowByPath.values())
        if (subscription.path.matches(row.path.segments)) group.latest.add(row.preferred)
      this.#deliveries.request(group)
    }
    return place === 'inside'
  }

  readonly #release = (channel: TimedChannel): void => {
    channel.letGo(this.#options.source.sequence)
    this.#deliveries.request(channel.group)
  }

  #regroup(session: Session, sendsCachedValues: boolean): void {
    const { sequence } = this.#options.source
    const { lag } = session
    const before = this.#audiences.regroup(session, sequence)
    this.#tidyRepetitions()
    const { group } = session
    if (group === undefined) return
    if (!this.#repetitionByGroup.has(group)) this.#repeat(group)
    const sinceForNew = sendsCachedValues ? 0 : sequence
    this.#deliveries.catchUp(session, { ...lagBefore(lag, before, sequence), sinceForNew, before })
  }

  #repeat(group: Group): void {
    const repetition = Repetition.of(group)
    if (repetition === undefined) return
    this.#repetitionByGroup.set(group, repetition)
    const { source, clock } = this.#options
    repetition.start(source, clock, (asked) => this.#deliveries.request(asked))
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
  if (lag === undefined) return { since: before?.sequence ?? sequence, isConflated: false }
  // Part of the old wishes may have been told already; telling it twice does no harm.
  return { since: Math.min(lag.since, lag.sinceForNew), isConflated: lag.isConflated }
}

const nameOf = ({ context, path, box }: Subscription): string =>
  `${context.text} ${path.text} ${box === undefined ? '' : JSON.stringify(box)}`
