import type { ContextNode, Row } from '#row.ts'
import type { ContextSource } from './context-source.ts'
import { Group, groupKey, type Interest } from './group.ts'
import type { Session } from './session.ts'

/** Who listens to a row. */
export interface Audience {
  readonly generation: number
  /** Groups that want every change of the preferred source, whatever the place: nearly all. */
  readonly plain: readonly Group[]
  /** The others, each with its reason. */
  readonly special: readonly Interest[]
}

const nobody: Audience = { generation: -1, plain: [], special: [] }

const isPlain = ({ channel, subscription, wantsAllSources, isLookout }: Interest): boolean =>
  channel === undefined && subscription.box === undefined && !wantsAllSources && !isLookout

/** The groups, and for each row who listens to it; found once and kept with the row until the groups change. */
export class Audiences {
  readonly #groupByKey = new Map<string, Group>()
  #generation = 0

  get size(): number {
    return this.#groupByKey.size
  }

  groups(): Iterable<Group> {
    return this.#groupByKey.values()
  }

  /** Moves a session to the group of its wishes; gives the one it was in before. */
  regroup(session: Session, source: ContextSource): Group | undefined {
    const before = session.group
    this.leave(session)
    const wishes = [...session.subscriptions.values()]
    if (wishes.length === 0) return before
    const key = groupKey(wishes, session.wantsMetadata)
    const group = this.#groupByKey.get(key) ?? this.#add(new Group(wishes, session.wantsMetadata, source))
    group.sessions.add(session)
    session.group = group
    return before
  }

  leave(session: Session): void {
    const { group } = session
    session.group = undefined
    group?.sessions.delete(session)
    if (group === undefined || group.sessions.size > 0) return
    group.stop()
    this.#groupByKey.delete(group.key)
    this.#generation++
  }

  of(row: Row): Audience {
    if (this.#groupByKey.size === 0) return nobody
    // Nobody else writes this place of a row.
    const known = row.audience as Audience | undefined
    if (known?.generation === this.#generation) return known
    const audience = this.#find(row)
    row.audience = audience
    return audience
  }

  /** The groups that listen to a row. */
  groupsOf(row: Row): Set<Group> {
    const { plain, special } = this.of(row)
    return new Set([...plain, ...special.map(({ group }) => group)])
  }

  #find(row: Row): Audience {
    const plain: Group[] = []
    const special: Interest[] = []
    for (const group of this.#groupByKey.values()) {
      const interests = group.interestsIn(row)
      // A group with two reasons for a row is looked at reason by reason.
      if (interests.length === 1 && interests.every(isPlain)) plain.push(group)
      else special.push(...interests)
    }
    return { generation: this.#generation, plain, special }
  }

  forget(context: ContextNode): void {
    for (const group of this.#groupByKey.values()) group.forget(context)
  }

  #add(group: Group): Group {
    this.#groupByKey.set(group.key, group)
    this.#generation++
    return group
  }
}
