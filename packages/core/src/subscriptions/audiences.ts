import type { ContextPattern, Position } from '@marinedata/model'
import type { InternedPath } from '#interned-path.ts'
import type { ContextNode, Row } from '#row.ts'
import { BoxGrid } from './matching/box-grid.ts'
import type { ContextSource } from './context-source.ts'
import { Group, type BoxedSubscription, type GroupSubscription } from './group.ts'
import type { Session } from './session.ts'
import { groupKey } from './matching/subscription-set.ts'
import { HeldCells } from './timed-channel.ts'

/** Who listens to a path in contexts of one kind. */
export interface Audience {
  /** Groups that want every change of the preferred source, whatever the place: nearly all. */
  readonly plain: Group[]
  /** Those that want it at a rhythm, or from all sources. */
  readonly special: GroupSubscription[]
  /** Those that want it while the context is inside their box. */
  readonly boxed: Set<BoxedSubscription>
}

/** Contexts that match the same patterns, and so have the same audience at each path. */
interface ContextKind {
  readonly patterns: ReadonlySet<string>
  readonly audienceByPath: Map<InternedPath, Audience>
  /** False once another pattern has come or one has gone: contexts then find their kind again. */
  isCurrent: boolean
}

/** The index is built from the groups at any time; when it has grown beyond this, it is built again. */
const limits = { entries: 1_048_576, kinds: 4_096 }

const isPlain = ({ channel, subscription }: GroupSubscription): boolean =>
  channel === undefined && !subscription.wantsAllSources

/**
 * The groups, and an index of who listens to what: by the kind of context and by path, shared by all rows, and boxes by
 * place. Nothing is kept for a row.
 */
export class Audiences {
  readonly #groupByKey = new Map<string, Group>()
  readonly #patternByText = new Map<string, { readonly pattern: ContextPattern; uses: number }>()
  readonly #kindByPatterns = new Map<string, ContextKind>()
  readonly #boxes = new BoxGrid<BoxedSubscription>()
  readonly #held = new HeldCells()
  #entries = 0

  get size(): number {
    return this.#groupByKey.size
  }

  /** References that the index holds, and cells that timed subscriptions hold back. */
  get held(): { readonly indexEntries: number; readonly cells: number } {
    return { indexEntries: this.#entries + this.#boxes.size, cells: this.#held.count }
  }

  /** Moves a session to the group of its subscriptions; gives the one it was in before. */
  regroup(session: Session, source: ContextSource): Group | undefined {
    const before = session.group
    const subscriptions = [...session.subscriptions.values()]
    const { wantsMetadata } = session
    session.group = undefined
    before?.sessions.delete(session)
    if (subscriptions.length > 0) {
      const known = this.#groupByKey.get(groupKey(subscriptions, wantsMetadata))
      const group = known ?? this.#add(new Group({ subscriptions, wantsMetadata, source, held: this.#held }))
      group.sessions.add(session)
      session.group = group
    }
    // After the new one has come: a pattern that both have stays in the index.
    if (before !== undefined) this.#tidy(before)
    return before
  }

  leave(session: Session): void {
    const { group } = session
    session.group = undefined
    group?.sessions.delete(session)
    if (group !== undefined) this.#tidy(group)
  }

  of({ context, path }: Row): Audience {
    const kind = this.#kindOf(context)
    return kind.audienceByPath.get(path) ?? this.#find(kind, path)
  }

  /** The subscriptions whose box holds the position, of whatever contexts. */
  boxesAt(position: Position | undefined): readonly BoxedSubscription[] {
    return position === undefined || this.#boxes.size === 0 ? [] : this.#boxes.at(position)
  }

  /** The groups that listen to a row, those with a box wherever the context is. */
  groupsOf(row: Row): Set<Group> {
    const { plain, special, boxed } = this.of(row)
    return new Set([...plain, ...special.map(({ group }) => group), ...[...boxed].map(({ group }) => group)])
  }

  forget(context: ContextNode): void {
    context.audience = undefined
    for (const group of this.#groupByKey.values()) group.forget(context)
    for (const { path } of context.rowByPath.values()) if (path.rows === 0) this.#forgetPath(path)
  }

  #kindOf(context: ContextNode): ContextKind {
    // Nobody else writes this place of a context.
    const known = context.audience as ContextKind | undefined
    if (known?.isCurrent === true) return known
    const patterns = new Set<string>()
    for (const [text, { pattern }] of this.#patternByText) if (pattern.matches(context)) patterns.add(text)
    const key = [...patterns].join(' ')
    const kind = this.#kindByPatterns.get(key) ?? this.#addKind(key, patterns)
    context.audience = kind
    return kind
  }

  #addKind(key: string, patterns: ReadonlySet<string>): ContextKind {
    if (this.#kindByPatterns.size >= limits.kinds) this.#clear()
    const kind: ContextKind = { patterns, audienceByPath: new Map(), isCurrent: true }
    this.#kindByPatterns.set(key, kind)
    return kind
  }

  #find(kind: ContextKind, path: InternedPath): Audience {
    if (this.#entries >= limits.entries) this.#emptyKinds()
    const audience: Audience = { plain: [], special: [], boxed: new Set() }
    kind.audienceByPath.set(path, audience)
    this.#entries++
    for (const group of this.#groupByKey.values())
      this.#enter(group, audience, group.servingAt(path, kind.patterns))
    return audience
  }

  #enter(
    group: Group,
    audience: Audience,
    serving: readonly (GroupSubscription | BoxedSubscription)[],
  ): void {
    for (const member of serving) {
      if ('box' in member) audience.boxed.add(member)
      else if (isPlain(member)) audience.plain.push(group)
      else audience.special.push(member)
    }
    this.#entries += serving.length
  }

  #add(group: Group): Group {
    this.#groupByKey.set(group.key, group)
    for (const member of group.boxed) this.#boxes.add(member)
    if (!this.#addPatterns(group))
      for (const kind of this.#kindByPatterns.values())
        for (const [path, audience] of kind.audienceByPath)
          this.#enter(group, audience, group.servingAt(path, kind.patterns))
    return group
  }

  /** Ends a group without sessions. */
  #tidy(group: Group): void {
    if (group.sessions.size > 0) return
    group.stop()
    this.#groupByKey.delete(group.key)
    for (const member of group.boxed) this.#boxes.delete(member)
    if (this.#dropPatterns(group)) return
    for (const { audienceByPath } of this.#kindByPatterns.values())
      for (const audience of audienceByPath.values()) this.#remove(group, audience)
  }

  #remove(group: Group, { plain, special, boxed }: Audience): void {
    const before = plain.length + special.length + boxed.size
    const at = plain.indexOf(group)
    if (at >= 0) plain.splice(at, 1)
    const place = special.findIndex((member) => member.group === group)
    if (place >= 0) special.splice(place, 1)
    for (const member of group.boxed) boxed.delete(member)
    this.#entries -= before - plain.length - special.length - boxed.size
  }

  /** Counts the patterns of a group; true when one is new, and the index was cleared for it. */
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

  /** The reverse; true when one is gone, and the index was cleared for it. */
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
    for (const { audienceByPath } of this.#kindByPatterns.values()) {
      const audience = audienceByPath.get(path)
      if (audience === undefined) continue
      audienceByPath.delete(path)
      this.#entries -= 1 + audience.plain.length + audience.special.length + audience.boxed.size
    }
  }

  #emptyKinds(): void {
    for (const { audienceByPath } of this.#kindByPatterns.values()) audienceByPath.clear()
    this.#entries = 0
  }

  /** Begins the index again; contexts that refer to a kind of before hold nothing by it. */
  #clear(): void {
    this.#emptyKinds()
    for (const kind of this.#kindByPatterns.values()) kind.isCurrent = false
    this.#kindByPatterns.clear()
  }
}
