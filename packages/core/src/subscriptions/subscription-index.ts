import type { ContextPattern, Position } from '@marinedata/model'
import type { InternedPath } from '#tree/interned-path.ts'
import type { ContextNode, Row } from '#tree/row.ts'
import { BoxGrid } from './matching/box-grid.ts'
import type { ContextSource } from './context-source.ts'
import { Group, type BoxedSubscription, type GroupSubscription, type Session } from './group.ts'
import { groupKey } from './matching/subscription-set.ts'
import { HeldCells } from './timed-channel.ts'

/** The subscribers of a path in contexts of one kind. */
export interface PathSubscribers {
  /** Groups that get every change of the preferred source, without a bounding box: nearly all. */
  readonly plain: Group[]
  /** Subscriptions with a period, or to all sources. */
  readonly special: GroupSubscription[]
  /** Subscriptions with a bounding box. */
  readonly boxed: Set<BoxedSubscription>
}

/** Contexts that match the same patterns, and therefore have the same subscribers at each path. */
interface ContextKind {
  readonly patterns: ReadonlySet<string>
  readonly subscribersByPath: Map<InternedPath, PathSubscribers>
  /** False after a pattern was added or removed. Contexts then look up their kind again. */
  isCurrent: boolean
}

/** The index is a cache that can be rebuilt from the groups. It is cleared when it exceeds these limits. */
const limits = { entries: 1_048_576, kinds: 4_096 }

const isPlain = ({ channel, subscription }: GroupSubscription): boolean =>
  channel === undefined && !subscription.wantsAllSources

/**
 * All groups, with an index of subscribers by kind of context and path, and a grid of bounding boxes. The index is
 * shared by all rows and stores nothing per row.
 */
export class SubscriptionIndex {
  readonly #groupByKey = new Map<string, Group>()
  readonly #patternByText = new Map<string, { readonly pattern: ContextPattern; uses: number }>()
  readonly #kindByPatterns = new Map<string, ContextKind>()
  readonly #boxes = new BoxGrid<BoxedSubscription>()
  readonly #held = new HeldCells()
  #entries = 0

  get size(): number {
    return this.#groupByKey.size
  }

  /** Number of index entries, and of cells held by timed channels. */
  get held(): { readonly indexEntries: number; readonly cells: number } {
    return { indexEntries: this.#entries + this.#boxes.size, cells: this.#held.count }
  }

  /** Moves a session to the group of its subscriptions and returns its previous group. */
  regroup(session: Session, source: ContextSource): Group | undefined {
    const before = session.group
    const subscriptions = [...session.subscriptions.values()]
    const { wantsMetadata, readsLog } = session
    session.group = undefined
    before?.sessions.delete(session)
    if (subscriptions.length > 0) {
      const options = { subscriptions, wantsMetadata, readsLog, source, held: this.#held }
      const group = this.#groupByKey.get(groupKey(subscriptions, options)) ?? this.#add(new Group(options))
      group.sessions.add(session)
      session.group = group
    }
    // Removed after the new group is added, so that a pattern of both groups stays in the index.
    if (before !== undefined) this.#removeIfEmpty(before)
    return before
  }

  leave(session: Session): void {
    const { group } = session
    session.group = undefined
    group?.sessions.delete(session)
    if (group !== undefined) this.#removeIfEmpty(group)
  }

  of({ context, path }: Row): PathSubscribers {
    const kind = this.#kindOf(context)
    return kind.subscribersByPath.get(path) ?? this.#buildSubscribers(kind, path)
  }

  /** The subscriptions whose bounding box contains the position, for any context. */
  boxesAt(position: Position | undefined): readonly BoxedSubscription[] {
    return position === undefined || this.#boxes.size === 0 ? [] : this.#boxes.at(position)
  }

  /** The groups subscribed to a row, including bounding boxes that the context is not in. */
  groupsOf(row: Row): Set<Group> {
    const { plain, special, boxed } = this.of(row)
    return new Set([...plain, ...special.map(({ group }) => group), ...[...boxed].map(({ group }) => group)])
  }

  forget(context: ContextNode): void {
    context.subscriptionCache = undefined
    for (const group of this.#groupByKey.values()) group.forget(context)
    for (const { path } of context.rowByPath.values()) if (path.rows === 0) this.#forgetPath(path)
  }

  #kindOf(context: ContextNode): ContextKind {
    // Only this class writes this member.
    const known = context.subscriptionCache as ContextKind | undefined
    if (known?.isCurrent === true) return known
    const patterns = new Set<string>()
    for (const [text, { pattern }] of this.#patternByText) if (pattern.matches(context)) patterns.add(text)
    const key = [...patterns].join(' ')
    const kind = this.#kindByPatterns.get(key) ?? this.#addKind(key, patterns)
    context.subscriptionCache = kind
    return kind
  }

  #addKind(key: string, patterns: ReadonlySet<string>): ContextKind {
    if (this.#kindByPatterns.size >= limits.kinds) this.#clear()
    const kind: ContextKind = { patterns, subscribersByPath: new Map(), isCurrent: true }
    this.#kindByPatterns.set(key, kind)
    return kind
  }

  #buildSubscribers(kind: ContextKind, path: InternedPath): PathSubscribers {
    if (this.#entries >= limits.entries) this.#emptyKinds()
    const subscribers: PathSubscribers = { plain: [], special: [], boxed: new Set() }
    kind.subscribersByPath.set(path, subscribers)
    this.#entries++
    for (const group of this.#groupByKey.values())
      this.#addMembers(group, subscribers, group.servingAt(path, kind.patterns))
    return subscribers
  }

  #addMembers(
    group: Group,
    subscribers: PathSubscribers,
    serving: readonly (GroupSubscription | BoxedSubscription)[],
  ): void {
    for (const member of serving) {
      if ('box' in member) subscribers.boxed.add(member)
      else if (isPlain(member)) subscribers.plain.push(group)
      else subscribers.special.push(member)
    }
    this.#entries += serving.length
  }

  #add(group: Group): Group {
    this.#groupByKey.set(group.key, group)
    for (const member of group.boxed) this.#boxes.add(member)
    if (!this.#addPatterns(group))
      for (const kind of this.#kindByPatterns.values())
        for (const [path, subscribers] of kind.subscribersByPath)
          this.#addMembers(group, subscribers, group.servingAt(path, kind.patterns))
    return group
  }

  /** Removes a group that has no sessions left. */
  #removeIfEmpty(group: Group): void {
    if (group.sessions.size > 0) return
    group.stop()
    this.#groupByKey.delete(group.key)
    for (const member of group.boxed) this.#boxes.delete(member)
    if (this.#dropPatterns(group)) return
    for (const { subscribersByPath } of this.#kindByPatterns.values())
      for (const subscribers of subscribersByPath.values()) this.#remove(group, subscribers)
  }

  #remove(group: Group, { plain, special, boxed }: PathSubscribers): void {
    const before = plain.length + special.length + boxed.size
    const at = plain.indexOf(group)
    if (at >= 0) plain.splice(at, 1)
    const place = special.findIndex((member) => member.group === group)
    if (place >= 0) special.splice(place, 1)
    for (const member of group.boxed) boxed.delete(member)
    this.#entries -= before - plain.length - special.length - boxed.size
  }

  /** Counts the patterns of a group; true when one is new and the index was cleared. */
  #addPatterns(group: Group): boolean {
    let isNew = false
    for (const { context: pattern } of group.subscriptions.all) {
      const known = this.#patternByText.get(pattern.text)
      if (known !== undefined) known.uses++
      else {
        this.#patternByText.set(pattern.text, { pattern, uses: 1 })
        isNew = true
      }
    }
    if (isNew) this.#clear()
    return isNew
  }

  /** The reverse of `#addPatterns`; true when a pattern was removed and the index was cleared. */
  #dropPatterns(group: Group): boolean {
    let isGone = false
    for (const { context } of group.subscriptions.all) {
      const known = this.#patternByText.get(context.text)
      if (known === undefined || --known.uses > 0) continue
      this.#patternByText.delete(context.text)
      isGone = true
    }
    if (isGone) this.#clear()
    return isGone
  }

  #forgetPath(path: InternedPath): void {
    for (const { subscribersByPath } of this.#kindByPatterns.values()) {
      const subscribers = subscribersByPath.get(path)
      if (subscribers === undefined) continue
      subscribersByPath.delete(path)
      this.#entries -= 1 + subscribers.plain.length + subscribers.special.length + subscribers.boxed.size
    }
  }

  #emptyKinds(): void {
    for (const { subscribersByPath } of this.#kindByPatterns.values()) subscribersByPath.clear()
    this.#entries = 0
  }

  /** Clears the index. Contexts may still reference an old kind, which is empty. */
  #clear(): void {
    this.#emptyKinds()
    for (const kind of this.#kindByPatterns.values()) kind.isCurrent = false
    this.#kindByPatterns.clear()
  }
}
