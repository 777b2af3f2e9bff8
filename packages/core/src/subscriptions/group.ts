import type { BoundingBox } from '@marinedata/model'
import type { InternedPath } from '#tree/interned-path.ts'
import type { Cell, Change, ContextNode } from '#tree/row.ts'
import type { ContextSource } from './context-source.ts'
import { frameOf, latestFragments, type Fragment, type Frame } from './frame.ts'
import { Pending } from './pending.ts'
import { groupKey, periodOf, SubscriptionSet } from './matching/subscription-set.ts'
import type { Subscription } from './matching/subscription.ts'
import { TimedChannel, type HeldCells } from './timed-channel.ts'

/** The connection to which a session's frames are sent. */
export interface Outlet {
  /** Bytes that the client has not read yet. */
  backlog(): number
  send(frame: Frame): void
  close(reason: string): void
}

/**
 * The changes a session has missed: after `since` in the rows of its old subscriptions, and after `sinceForNew` in the others.
 */
export interface Lag {
  /** The change up to which the session received the rows of its old subscriptions. */
  readonly since: number
  /** The change after which the other rows are sent: 0 to send all present values. */
  readonly sinceForNew: number
  /** The subscriptions up to `since`. */
  readonly before: SubscriptionSet | undefined
  /** True when values were conflated because the client was slow. */
  readonly isConflated: boolean
}

/** One client on the stream, with its subscriptions and its progress. */
export class Session {
  readonly outlet: Outlet
  readonly subscriptions = new Map<string, Subscription>()
  wantsMetadata = false
  /** Every change is sent in order. Missed changes come from the log. */
  readsLog = false
  group: Group | undefined
  /** Undefined while the session is live, that is, takes part in flushes. */
  lag: Lag | undefined
  /** The flush in which the session became live. Frames of that flush or earlier ones are not sent to it. */
  liveFrom = 0
  isClosed = false

  constructor(outlet: Outlet) {
    this.outlet = outlet
  }
}

/** One subscription of a group. Created once and referenced by every path that it matches. */
export interface GroupSubscription {
  readonly group: Group
  readonly subscription: Subscription
  /** Undefined when every change is sent. */
  readonly channel: TimedChannel<Group> | undefined
}

/** A subscription with a bounding box. */
export interface BoxedSubscription extends GroupSubscription {
  readonly box: BoundingBox
}

/** The result of a flush of a group. */
export interface Taken {
  readonly group: Group
  readonly fragments: readonly Fragment[]
  readonly signature: number
  readonly latest: () => Frame[]
}

export interface GroupOptions {
  readonly subscriptions: readonly Subscription[]
  readonly wantsMetadata: boolean
  readonly readsLog: boolean
  readonly source: ContextSource
  readonly held: HeldCells
}

/** All sessions with equal subscriptions. They get the same frames at the same time. */
export class Group {
  readonly key: string
  readonly subscriptions: SubscriptionSet
  readonly wantsMetadata: boolean
  readonly readsLog: boolean
  readonly #epoch: number
  readonly sessions = new Set<Session>()
  readonly channels: readonly TimedChannel<Group>[]
  readonly boxed: readonly BoxedSubscription[]
  /** Fastest first, as in the set. */
  readonly #members: readonly (GroupSubscription | BoxedSubscription)[]
  /** Fragments for the next flush, with every value. */
  readonly pending = new Pending()
  /** Cells whose latest value is sent in the next flush. */
  readonly latest = new Set<Cell>()
  /** Serializes the latest values taken by the current flush, unless that was done. */
  #readLatest: (() => void) | undefined
  /** Number of values conflated since the last flush. */
  conflated = 0
  /** The change being dispatched, and the cells of it that the group is to be sent. */
  change: Change | undefined
  mask = 0
  /** The cells of the current change whose path is new, so that metadata is sent. */
  newMask = 0
  /** The changes up to which everything was sent after the previous flush, and after the last one. */
  deliveredTo: number
  settledAt: number

  /** A new group has nothing pending: sessions that join get the present values by catching up. */
  constructor({ subscriptions, wantsMetadata, readsLog, source, held }: GroupOptions) {
    this.key = groupKey(subscriptions, { wantsMetadata, readsLog })
    this.readsLog = readsLog
    this.#epoch = source.epoch
    this.deliveredTo = source.sequence
    this.settledAt = source.sequence
    this.subscriptions = new SubscriptionSet(subscriptions)
    this.wantsMetadata = wantsMetadata
    const pacings = new Map(subscriptions.map(({ pacing }) => [periodOf(pacing), pacing]))
    const channels = new Map(
      [...pacings].flatMap(([period, pacing]) =>
        pacing.kind === 'every-change'
          ? []
          : [[period, new TimedChannel<Group>(this, pacing, held)] as const],
      ),
    )
    this.channels = [...channels.values()]
    this.#members = this.subscriptions.all.map((subscription) => {
      const channel = channels.get(periodOf(subscription.pacing))
      const { box } = subscription
      return { group: this, subscription, channel, ...(box !== undefined && { box }) }
    })
    this.boxed = this.#members.filter((member) => 'box' in member)
  }

  /**
   * The subscriptions that match a path in contexts that match these patterns: all with a bounding box, and the
   * fastest without.
   */
  servingAt(path: InternedPath, patterns: ReadonlySet<string>): (GroupSubscription | BoxedSubscription)[] {
    const serving: (GroupSubscription | BoxedSubscription)[] = []
    for (const member of this.#members) {
      const { subscription } = member
      if (!patterns.has(subscription.context.text) || !subscription.path.matches(path)) continue
      serving.push(member)
      if (subscription.box === undefined) break
    }
    return serving
  }

  get isWaiting(): boolean {
    return !this.pending.isEmpty || this.latest.size > 0
  }

  /** Selects a cell of the current change; true when it is the group's first one of this change. */
  select(change: Change, bit: number, isHeld: boolean): boolean {
    const newBit = this.wantsMetadata ? change.createdMask & bit : 0
    // A value held by a timed channel is sent later, but the metadata of a new path is sent now.
    if (isHeld && newBit === 0) return false
    const isFirst = this.change !== change
    if (isFirst) {
      this.change = change
      this.mask = 0
      this.newMask = 0
    }
    this.newMask |= newBit
    if (!isHeld) this.mask |= bit
    return isFirst
  }

  /** Adds an update to the next flush. */
  enqueue(fragment: Fragment): void {
    // Latest values of the current flush must be read now, otherwise a newer value would be sent before this update.
    this.#readLatest?.()
    this.pending.add(fragment)
  }

  /** Takes everything pending. Latest values are serialized on demand. */
  take(sequence: number): Taken {
    const { fragments, signature } = this.pending.take()
    const cells = [...this.latest]
    const isConflated = this.conflated > 0
    let frames: Frame[] | undefined
    const latest = (): Frame[] => {
      this.#readLatest = undefined
      if (frames !== undefined) return frames
      const wanted = cells.filter((cell) => this.#isStillWanted(cell))
      const options = { epoch: this.#epoch, isConflated }
      frames = wanted.length === 0 ? [] : [frameOf(latestFragments(wanted), options)]
      return frames
    }
    this.#readLatest = cells.length === 0 ? undefined : latest
    this.latest.clear()
    this.conflated = 0
    this.deliveredTo = this.settledAt
    this.settledAt = Math.min(sequence, ...this.channels.map(({ heldFrom }) => heldFrom))
    return { group: this, fragments, signature, latest }
  }

  forget(context: ContextNode): void {
    for (const channel of this.channels) channel.forget(context)
  }

  /** Releases all data. A session that is catching up may still reference the group for a while. */
  stop(): void {
    for (const channel of this.channels) channel.stop()
    this.pending.take()
    this.latest.clear()
    this.#readLatest = undefined
    this.change = undefined
  }

  /**
   * False for a source that lost its preferred place while its value was pending, so that the preferred source's
   * value is sent last.
   */
  #isStillWanted(cell: Cell): boolean {
    const { row } = cell
    if (cell === row.preferred || row.path.isPerSource) return true
    return this.subscriptions.serving(row)?.wantsAllSources === true
  }
}
