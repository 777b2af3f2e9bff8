import type { Clock } from '#clock.ts'
import type { Cell, Change, ContextNode, Row } from '#row.ts'
import type { ContextSource } from './context-source.ts'
import { frameOf, latestFragments, type Fragment, type Frame } from './frame.ts'
import { Pending } from './pending.ts'
import type { Session } from './session.ts'
import type { Rhythm, Subscription } from './subscription.ts'

/** Why a row's changes go to a group: by which wish, and at which rhythm. */
export interface Interest {
  readonly group: Group
  /** Undefined when every change is sent. */
  readonly channel: TimedChannel | undefined
  readonly subscription: Subscription
  readonly wantsAllSources: boolean
  /** The row is the position by which contexts come into the wish's box; it is not itself wished for. */
  readonly isLookout: boolean
}

/** What a round took from a group. */
export interface Taken {
  readonly group: Group
  readonly fragments: readonly Fragment[]
  readonly signature: number
  readonly latest: () => Frame[]
}

const slowness = ({ kind, periodMs }: Rhythm): number => (kind === 'every-change' ? 0 : periodMs)

/** Everyone who subscribed to exactly the same: they get the same frames at the same time. */
export class Group {
  readonly key: string
  readonly subscriptions: readonly Subscription[]
  readonly wantsMetadata: boolean
  readonly sessions = new Set<Session>()
  readonly channels: readonly TimedChannel[]
  /** Contexts inside the box of a wish, with the change that brought them in. */
  readonly #enteredAtByWish = new Map<Subscription, Map<ContextNode, number>>()
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
  constructor(subscriptions: readonly Subscription[], wantsMetadata: boolean, source: ContextSource) {
    this.key = groupKey(subscriptions, wantsMetadata)
    this.deliveredTo = source.sequence
    this.settledAt = source.sequence
    // The fastest wish for a row serves it.
    this.subscriptions = subscriptions.toSorted((a, b) => slowness(a.rhythm) - slowness(b.rhythm))
    this.wantsMetadata = wantsMetadata
    const rhythms = new Map(subscriptions.map(({ rhythm }) => [slowness(rhythm), rhythm]))
    this.channels = [...rhythms.values()]
      .filter(({ kind }) => kind !== 'every-change')
      .map((rhythm) => new TimedChannel(this, rhythm))
    for (const wish of subscriptions)
      if (wish.box !== undefined) this.#enteredAtByWish.set(wish, contextsInside(wish, source))
  }

  /** The wishes that a row serves: each one inside a box, and the fastest of the others. */
  interestsIn(row: Row): Interest[] {
    const interests: Interest[] = []
    for (const subscription of this.subscriptions) {
      if (!subscription.matches(row)) continue
      interests.push(this.#interestBy(subscription, false))
      if (subscription.box === undefined) break
    }
    if (row.path.text === 'navigation.position') this.#addLookouts(row, interests)
    return interests
  }

  /** The wish by which a row is told now: the fastest one whose box, if any, holds the context. */
  wishIn(row: Row): Interest | undefined {
    return this.interestsIn(row).find(
      ({ subscription, isLookout }) => !isLookout && this.#enteredAt(subscription, row.context) !== undefined,
    )
  }

  /** The change since which the members are told of a row, 0 for always; undefined when they are not told now. */
  toldSince(row: Row): number | undefined {
    const wish = this.wishIn(row)
    return wish && this.#enteredAt(wish.subscription, row.context)
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

  /** Where a change finds its context as seen by a wish with a box; `entered` is what this very change made of it. */
  locate(wish: Subscription, { context, sequence }: Change): 'outside' | 'entering' | 'entered' | 'inside' {
    const enteredAtByContext = this.#enteredAtByWish.get(wish)
    if (enteredAtByContext === undefined) return 'inside'
    if (!wish.admits(context)) {
      enteredAtByContext.delete(context)
      return 'outside'
    }
    const enteredAt = enteredAtByContext.get(context)
    if (enteredAt !== undefined) return enteredAt < sequence ? 'inside' : 'entered'
    enteredAtByContext.set(context, sequence)
    return 'entering'
  }

  forget(context: ContextNode): void {
    for (const enteredAtByContext of this.#enteredAtByWish.values()) enteredAtByContext.delete(context)
  }

  stop(): void {
    for (const channel of this.channels) channel.stop()
  }

  #enteredAt(wish: Subscription, context: ContextNode): number | undefined {
    return wish.box === undefined ? 0 : this.#enteredAtByWish.get(wish)?.get(context)
  }

  /** A box is watched by the position, also when the position itself is not wished for. */
  #addLookouts(row: Row, interests: Interest[]): void {
    for (const wish of this.#enteredAtByWish.keys()) {
      const isThere = interests.some(({ subscription }) => subscription === wish)
      if (!isThere && wish.context.matches(row.context)) interests.push(this.#interestBy(wish, true))
    }
  }

  /** A source that has lost its place while its value waited is passed over, so that the last word is the winner's. */
  #isStillTold(cell: Cell): boolean {
    const { row } = cell
    if (cell === row.preferred || row.path.isPerSource) return true
    return this.wishIn(row)?.wantsAllSources === true
  }

  #interestBy(subscription: Subscription, isLookout: boolean): Interest {
    const channel = this.channels.find(({ rhythm }) => slowness(rhythm) === slowness(subscription.rhythm))
    const { wantsAllSources } = subscription
    return { group: this, channel, subscription, wantsAllSources, isLookout }
  }
}

const contextsInside = (wish: Subscription, source: ContextSource): Map<ContextNode, number> => {
  const inside = new Map<ContextNode, number>()
  for (const context of source.contexts())
    if (wish.context.matches(context) && wish.admits(context)) inside.set(context, 0)
  return inside
}

/** Equal sets of wishes have equal keys. */
export const groupKey = (subscriptions: readonly Subscription[], wantsMetadata: boolean): string =>
  [wantsMetadata, ...subscriptions.map(({ key }) => key).toSorted()].join('\n')

/** Holds back the changes of one rhythm until its period is over. */
export class TimedChannel {
  readonly group: Group
  readonly rhythm: Rhythm
  /** The change before the first one that it holds; Infinity when it holds nothing. */
  heldFrom = Infinity
  readonly #latest = new Set<Cell>()
  #timer: Disposable | undefined
  #releasedAt: number | undefined

  constructor(group: Group, rhythm: Rhythm) {
    this.group = group
    this.rhythm = rhythm
  }

  /** Keeps the cell until the period is over, then calls back. */
  hold(cell: Cell, clock: Clock, release: (channel: TimedChannel) => void): void {
    this.#latest.add(cell)
    this.heldFrom = Math.min(this.heldFrom, cell.sequence - 1)
    if (this.#timer !== undefined) return
    const now = clock.now()
    // The first value of `at most every` need not wait; the first of `every` waits one period.
    this.#releasedAt ??= this.rhythm.kind === 'every' ? now : -Infinity
    const delay = Math.max(0, this.#releasedAt + this.rhythm.periodMs - now)
    this.#timer = clock.after(delay, () => {
      this.#timer = undefined
      this.#releasedAt = clock.now()
      release(this)
    })
  }

  /** Hands what was held to the group's next round. */
  letGo(): void {
    for (const cell of this.#latest) this.group.latest.add(cell)
    this.#latest.clear()
    this.heldFrom = Infinity
  }

  stop(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
  }
}
