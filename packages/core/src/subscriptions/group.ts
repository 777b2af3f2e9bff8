import type { Clock } from '#clock.ts'
import type { Cell, Change, ContextNode, Row } from '#row.ts'
import type { Batch } from './batch.ts'
import { frameOf, latestFragments, type Fragment, type Frame } from './frame.ts'
import type { Session } from './session.ts'
import type { Rhythm, Subscription } from './subscription.ts'

/** Why a row's changes go to a group: by which wish, and at which rhythm. */
export interface Interest {
  readonly group: Group
  /** Undefined when every change is sent. */
  readonly channel: TimedChannel | undefined
  readonly subscription: Subscription
  readonly wantsAllSources: boolean
}

const slowness = ({ kind, periodMs }: Rhythm): number => (kind === 'every-change' ? 0 : periodMs)

/** Everyone who subscribed to exactly the same: they get the same frames at the same time. */
export class Group {
  readonly key: string
  readonly subscriptions: readonly Subscription[]
  readonly wantsMetadata: boolean
  readonly sessions = new Set<Session>()
  readonly channels: readonly TimedChannel[]
  /** Contexts inside the box of a wish, so that entering one is noticed. */
  readonly #insideByWish = new Map<Subscription, Set<ContextNode>>()
  /** What waits for the next round, value by value. */
  batch: Batch | undefined
  /** What waits for the next round, latest values only. */
  readonly latest = new Set<Cell>()
  /** How many values were passed over since the last round. */
  passedOver = 0
  /** The selection of the change under way. */
  change: Change | undefined
  mask = 0
  /** The newest change when the round before, and the last round, took what waited. */
  deliveredTo = 0
  takenAt = 0

  /** @param sequence the newest change: the group begins with nothing to tell */
  constructor(subscriptions: readonly Subscription[], wantsMetadata: boolean, sequence: number) {
    this.key = groupKey(subscriptions, wantsMetadata)
    this.deliveredTo = sequence
    this.takenAt = sequence
    // The fastest wish for a row serves it.
    this.subscriptions = subscriptions.toSorted((a, b) => slowness(a.rhythm) - slowness(b.rhythm))
    this.wantsMetadata = wantsMetadata
    const rhythms = new Map(subscriptions.map(({ rhythm }) => [slowness(rhythm), rhythm]))
    this.channels = [...rhythms.values()]
      .filter(({ kind }) => kind !== 'every-change')
      .map((rhythm) => new TimedChannel(this, rhythm, sequence))
    for (const wish of subscriptions) if (wish.box !== undefined) this.#insideByWish.set(wish, new Set())
  }

  /** The wishes that a row serves: each one inside a box, and the fastest of the others. */
  interestsIn(row: Row): Interest[] {
    const interests: Interest[] = []
    for (const subscription of this.subscriptions) {
      if (!subscription.matches(row)) continue
      interests.push(this.#interestBy(subscription))
      if (subscription.box === undefined) break
    }
    return interests
  }

  /** The wish by which a row is told now: the fastest one whose box, if any, holds the context. */
  wishIn(row: Row): Interest | undefined {
    return this.interestsIn(row).find(
      ({ subscription }) => this.locate(subscription, row.context) !== 'outside',
    )
  }

  /** A change up to which every member has everything. */
  get sequence(): number {
    return this.channels.reduce((oldest, { sentAt }) => Math.min(oldest, sentAt), this.takenAt)
  }

  get isWaiting(): boolean {
    return this.batch !== undefined || this.latest.size > 0
  }

  /** Takes what waits, as frames. */
  take(sequence: number): Frame[] {
    const frames: Frame[] = []
    if (this.batch !== undefined) frames.push(this.batch.frame())
    if (this.latest.size > 0) frames.push(frameOf(latestFragments(this.latest), this.passedOver > 0))
    this.batch = undefined
    this.latest.clear()
    this.passedOver = 0
    this.deliveredTo = this.sequence
    this.takenAt = sequence
    return frames
  }

  /** Where a context is as seen by a wish with a box. */
  locate(wish: Subscription, context: ContextNode): 'outside' | 'entering' | 'inside' {
    const inside = this.#insideByWish.get(wish)
    if (inside === undefined) return 'inside'
    if (!wish.admits(context)) {
      inside.delete(context)
      return 'outside'
    }
    if (inside.has(context)) return 'inside'
    inside.add(context)
    return 'entering'
  }

  forget(context: ContextNode): void {
    for (const inside of this.#insideByWish.values()) inside.delete(context)
  }

  stop(): void {
    for (const channel of this.channels) channel.stop()
  }

  append(fragment: Fragment, empty: Batch): void {
    this.batch = (this.batch ?? empty).with(fragment)
  }

  #interestBy(subscription: Subscription): Interest {
    const channel = this.channels.find(({ rhythm }) => slowness(rhythm) === slowness(subscription.rhythm))
    const { wantsAllSources } = subscription
    return { group: this, channel, subscription, wantsAllSources }
  }
}

/** Equal sets of wishes have equal keys. */
export const groupKey = (subscriptions: readonly Subscription[], wantsMetadata: boolean): string =>
  [wantsMetadata, ...subscriptions.map(({ key }) => key).toSorted()].join('\n')

/** Holds back the changes of one rhythm until its period is over. */
export class TimedChannel {
  readonly group: Group
  readonly rhythm: Rhythm
  /** The newest change when it last let go. */
  sentAt: number
  readonly #latest = new Set<Cell>()
  #timer: Disposable | undefined
  #releasedAt: number | undefined

  constructor(group: Group, rhythm: Rhythm, sequence: number) {
    this.group = group
    this.rhythm = rhythm
    this.sentAt = sequence
  }

  /** Keeps the cell until the period is over, then calls back. */
  hold(cell: Cell, clock: Clock, release: (channel: TimedChannel) => void): void {
    this.#latest.add(cell)
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
  letGo(sequence: number): void {
    for (const cell of this.#latest) this.group.latest.add(cell)
    this.#latest.clear()
    this.sentAt = sequence
  }

  stop(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
  }
}
