import type { ContextNode, Row } from '#row.ts'
import { Group, groupKey, type Interest } from './group.ts'
import type { Session } from './session.ts'

interface Audience {
  readonly generation: number
  readonly interests: readonly Interest[]
}

const nobody: readonly Interest[] = []

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
  regroup(session: Session, sequence: number): Group | undefined {
    const before = session.group
    this.leave(session)
    const wishes = [...session.subscriptions.values()]
    if (wishes.length === 0) return before
    const key = groupKey(wishes, session.wantsMetadata)
    const group = this.#groupByKey.get(key) ?? this.#add(new Group(wishes, session.wantsMetadata, sequence))
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

  of(row: Row): readonly Interest[] {
    if (this.#groupByKey.size === 0) return nobody
    // Nobody else writes this place of a row.
    const known = row.audience as Audience | undefined
    if (known?.generation === this.#generation) return known.interests
    const interests: Interest[] = []
    for (const group of this.#groupByKey.values()) interests.push(...group.interestsIn(row))
    const audience: Audience = {
      generation: this.#generation,
      interests: interests.length > 0 ? interests : nobody,
    }
    row.audience = audience
    return audience.interests
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
