import { type MetresPerSecond } from '@marinedata/model'
import { levelOf, underWay, type DangerLimits, type DangerousVessel, type Level } from './danger.ts'
import type { Sighting } from './target-tracker.ts'
import type { Seconds } from './units.ts'

/** A change of an alert, by its id: that of the vessel. Without a level the danger is over. */
export type AlertChange =
  | { readonly id: string; readonly level: Level; readonly vessel: DangerousVessel }
  | { readonly id: typeof moreVessels; readonly level: Level; readonly more: number }
  | { readonly id: string; readonly level: undefined }

/** The id of the alert about all vessels without an alert of their own. */
export const moreVessels = 'more-vessels'

/** The situation of the own vessel. */
export interface OwnSituation {
  readonly speed: MetresPerSecond | undefined
  /** At anchor or at a berth: passing vessels are no danger. */
  readonly isResting: boolean
}

interface ActiveAlert {
  level: Level
  /** When the danger was last confirmed. */
  seenAt: Seconds
  /** Time of the closest approach by the last known data. */
  closestAt: Seconds
  /** How near the danger was at last: a smaller one is nearer in time and distance. */
  remoteness: number
}

interface Danger {
  readonly sighting: Sighting
  readonly level: Level
  readonly remoteness: number
}

/** How long it must be safe before the alert ends. */
const safeFor: Seconds = 15
/** Alerts of an earlier run end after this unless they are confirmed. */
const adoptedFor: Seconds = 60
/** Vessels with an alert of their own: more help nobody, and false ones must leave room for a real one. */
const mostAlerts = 24
/** A vessel without an alert must be this much nearer than one that has it, so that two do not alternate. */
const clearlyNearer = 0.9
/** The number of further vessels changes all the time; the alert follows no faster than this. */
const countEvery: Seconds = 5

/** Decides which vessels come too close, and tracks their active alerts. */
export class DangerAlerts {
  readonly #limits: DangerLimits
  readonly #activeById = new Map<string, ActiveAlert>()
  /** The alert about further vessels. */
  #more: { readonly count: number; readonly level: Level; readonly at: Seconds } | undefined

  constructor(limits: DangerLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#activeById.size + (this.#more?.count ?? 0)
  }

  get active(): string[] {
    return [...this.#activeById.keys(), ...(this.#more === undefined ? [] : [moreVessels])]
  }

  /** Takes over an alert of an earlier run. It stays active until it is over, or until nothing is known any more. */
  adopt(id: string, level: Level, now: Seconds): void {
    if (id === moreVessels) this.#more ??= { count: 0, level, at: now - countEvery }
    else if (!this.#activeById.has(id))
      this.#activeById.set(id, { level, seenAt: now, closestAt: now + adoptedFor, remoteness: 0 })
  }

  /** The alert could not be raised; it will be raised again. */
  forget(id: string): void {
    if (id === moreVessels) this.#more = undefined
    else this.#activeById.delete(id)
  }

  /** Evaluates all vessels in range. Returns the changes of alerts, those that end first. */
  evaluate(sightings: readonly Sighting[], own: OwnSituation, now: Seconds): AlertChange[] {
    const known = new Set(sightings.filter(({ approach }) => approach !== null).map(({ id }) => id))
    const dangers = sightings.flatMap((sighting) => this.#dangerOf(sighting, own))
    const { listed, others } = this.#select(dangers)
    const replaced = this.#makeRoom(listed)
    const raised = listed.flatMap((danger) => this.#raise(danger, now))
    return [...this.#settle(known, now), ...replaced, ...raised, ...this.#countMore(others, now)]
  }

  #dangerOf(sighting: Sighting, own: OwnSituation): Danger[] {
    const { id, approach } = sighting
    if (approach === null || !isConcern(sighting, own)) return []
    const level = levelOf(approach, this.#limits, this.#activeById.get(id)?.level)
    if (level === undefined) return []
    const { warnDistance, time } = this.#limits
    // An alarm is nearer than any warning.
    const rank = level === 'alarm' ? 0 : 3
    return [{ sighting, level, remoteness: rank + approach.timeTo / time + approach.distance / warnDistance }]
  }

  /** The nearest dangers in time and distance, and the others. A vessel that is silent or safe again keeps its place. */
  #select(dangers: readonly Danger[]): { readonly listed: Danger[]; readonly others: Danger[] } {
    const weighed = ({ sighting: { id }, remoteness }: Danger): number =>
      this.#activeById.has(id) ? clearlyNearer * remoteness : remoteness
    const nearest = dangers.toSorted((a, b) => weighed(a) - weighed(b))
    return { listed: nearest.slice(0, mostAlerts), others: nearest.slice(mostAlerts) }
  }

  /** Ends alerts of vessels that are farther than all listed ones. */
  #makeRoom(listed: readonly Danger[]): AlertChange[] {
    const ids = new Set(listed.map(({ sighting }) => sighting.id))
    const rest = [...this.#activeById].filter(([id]) => !ids.has(id))
    const surplus = Math.max(0, ids.size + rest.length - mostAlerts)
    const farthest = rest.toSorted(([, a], [, b]) => b.remoteness - a.remoteness).slice(0, surplus)
    return farthest.map(([id]) => {
      this.#activeById.delete(id)
      return { id, level: undefined }
    })
  }

  #raise(
    { sighting: { id, name, context, approach }, level, remoteness }: Danger,
    now: Seconds,
  ): AlertChange[] {
    const active = this.#activeById.get(id)
    this.#activeById.set(id, { level, seenAt: now, closestAt: now + (approach?.timeTo ?? 0), remoteness })
    return active?.level === level ? [] : [{ id, level, vessel: { context, label: name ?? id } }]
  }

  #countMore(others: readonly Danger[], now: Seconds): AlertChange[] {
    const last = this.#more
    const count = others.length
    if (count === 0) {
      this.#more = undefined
      return last === undefined ? [] : [{ id: moreVessels, level: undefined }]
    }
    const level = others.some((danger) => danger.level === 'alarm') ? 'alarm' : 'warn'
    if (last?.level === level && (last.count === count || now - last.at < countEvery)) return []
    this.#more = { count, level, at: now }
    return [{ id: moreVessels, level, more: count }]
  }

  /**
   * Ends alerts that were safe for a while. A vessel without data is a danger until its closest approach would have
   * passed.
   */
  #settle(known: ReadonlySet<string>, now: Seconds): AlertChange[] {
    const changes: AlertChange[] = []
    for (const [id, { seenAt, closestAt }] of this.#activeById) {
      const since = known.has(id) ? seenAt : Math.max(seenAt, closestAt)
      if (now - since < safeFor) continue
      this.#activeById.delete(id)
      changes.push({ id, level: undefined })
    }
    return changes
  }
}

const isConcern = ({ speed: other = 0 }: Sighting, { speed: own = 0, isResting }: OwnSituation): boolean =>
  !isResting && Math.max(own, other) > underWay
