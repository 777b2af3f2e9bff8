import type { BoundingBox } from '@marinedata/model'
import type { InternedPath } from '#interned-path.ts'
import type { Cell, Change, ContextNode } from '#row.ts'
import type { ContextSource } from './context-source.ts'
import { frameOf, latestFragments, type Fragment, type Frame } from './frame.ts'
import { Pending } from './pending.ts'
import type { Session } from './session.ts'
import { groupKey, slowness, SubscriptionSet } from './matching/subscription-set.ts'
import type { Subscription } from './matching/subscription.ts'
import { TimedChannel, type HeldCells } from './timed-channel.ts'

/** One subscription of a group: made once, and referred to by every path that it covers. */
export interface GroupSubscription {
  readonly group: Group
  readonly subscription: Subscription
  /** Undefined when every change is sent. */
  readonly channel: TimedChannel | undefined
}

/** A subscription to what is inside a box. */
export interface BoxedSubscription extends GroupSubscription {
  readonly box: BoundingBox
}

/** What a round took from a group. */
export interface Taken {
  readonly group: Group
  readonly fragments: readonly Fragment[]
  readonly signature: number
  readonly latest: () => Frame[]
}

export interface GroupOptions {
  readonly subscriptions: readonly Subscription[]
  readonly wantsMetadata: boolean
  readonly source: ContextSource
  readonly held: HeldCells
}

/** Everyone who subscribed to exactly the same: they get the same frames at the same time. */
export class Group {
  readonly key: string
  readonly subscriptions: SubscriptionSet
  readonly wantsMetadata: boolean
  readonly sessions = new Set<Session>()
  readonly channels: readonly TimedChannel[]
  readonly boxed: readonly BoxedSubscription[]
  /** In the order of the set: fastest first. */
  readonly #members: readonly (GroupSubscription | BoxedSubscription)[]
  /** What waits for the next round, value by value. */
  readonly pending = new Pending()
  /** What waits for the next round, latest values only. */
  readonly latest = new Set<Cell>()
  /** Reads the latest values that the round under way has taken, unless that was done. */
  #readLatest: (() => void) | undefined
  /** How many values were passed over since the last round. */
  passedOver = 0
  /** The selection of the change under way. */
  change: Change | undefined
  mask = 0
  /** Those cells of the change under way whose paths are new and to be described. */
  newMask = 0
  /** The changes up to which nothing waited any more after the round before, and after the last round. */
  deliveredTo: number
  settledAt: number

  /** The group begins with nothing to tell: whoever joins is told what is there by catching up. */
  constructor({ subscriptions, wantsMetadata, source, held }: GroupOptions) {
    this.key = groupKey(subscriptions, wantsMetadata)
    this.deliveredTo = source.sequence
    this.settledAt = source.sequence
    this.subscriptions = new SubscriptionSet(subscriptions)
    this.wantsMetadata = wantsMetadata
    const rhythms = new Map(subscriptions.map(({ rhythm }) => [slowness(rhythm), rhythm]))
    const channels = new Map(
      [...rhythms].flatMap(([slow, rhythm]) =>
        rhythm.kind === 'every-change' ? [] : [[slow, new TimedChannel(this, rhythm, held)] as const],
      ),
    )
    this.channels = [...channels.values()]
    this.#members = this.subscriptions.all.map((subscription) => {
      const channel = channels.get(slowness(subscription.rhythm))
      const { box } = subscription
      return { group: this, subscription, channel, ...(box !== undefined && { box }) }
    })
    this.boxed = this.#members.filter((member) => 'box' in member)
  }

  /**
   * The subscriptions that serve a path in contexts that match these patterns: each one with a box, and the fastest of the
   * others.
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

  /** Selects a cell of the change under way; true when the group has something of it for the first time. */
  select(change: Change, bit: number, isHeld: boolean): boolean {
    const newBit = this.wantsMetadata ? change.createdMask & bit : 0
    // What a channel holds is told later, but a new path is described now.
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

  /** Keeps an update for the next round. */
  keep(fragment: Fragment): void {
    // Latest values of the round under way are read no later than now: else a newer one would go out before this.
    this.#readLatest?.()
    this.pending.add(fragment)
  }

  /** Takes what waits; latest values are read when they are wanted. */
  take(sequence: number): Taken {
    const { fragments, signature } = this.pending.take()
    const cells = [...this.latest]
    const isConflated = this.passedOver > 0
    let frames: Frame[] | undefined
    const latest = (): Frame[] => {
      this.#readLatest = undefined
      if (frames !== undefined) return frames
      const told = cells.filter((cell) => this.#isStillTold(cell))
      frames = told.length === 0 ? [] : [frameOf(latestFragments(told), isConflated)]
      return frames
    }
    this.#readLatest = cells.length === 0 ? undefined : latest
    this.latest.clear()
    this.passedOver = 0
    this.deliveredTo = this.settledAt
    this.settledAt = Math.min(sequence, ...this.channels.map(({ heldFrom }) => heldFrom))
    return { group: this, fragments, signature, latest }
  }

  forget(context: ContextNode): void {
    for (const channel of this.channels) channel.forget(context)
  }

  /** Lets go of all data: a session that is catching up may refer to the group for a while. */
  stop(): void {
    for (const channel of this.channels) channel.stop()
    this.pending.take()
    this.latest.clear()
    this.#readLatest = undefined
    this.change = undefined
  }

  /** A source that has lost its place while its value waited is passed over, so that the last word is the winner's. */
  #isStillTold(cell: Cell): boolean {
    const { row } = cell
    if (cell === row.preferred || row.path.isPerSource) return true
    return this.subscriptions.serving(row)?.wantsAllSources === true
  }
}
