import { type MetresPerSecond } from '@marinedata/model'
import { levelOf, underWay, type DangerLimits, type DangerousVessel, type Level } from './danger.ts'
import type { Sighting } from './target-tracker.ts'
import type { Seconds } from './units.ts'

/** A change of an alert about a vessel, by the id of the vessel. Without a level the danger is over. */
export type AlertChange =
  | { readonly id: string; readonly level: Level; readonly vessel: DangerousVessel }
  | { readonly id: string; readonly level: undefined }

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
}

/** How long it must be safe before the alert ends. */
const safeFor: Seconds = 15
/** Alerts of an earlier run end after this unless they are confirmed. */
const adoptedFor: Seconds = 60
/** Limit of warnings: more help nobody. Alarms are always raised. */
const maxWarnings = 32

/** Decides which vessels come too close, and tracks their active alerts. */
export class DangerAlerts {
  readonly #limits: DangerLimits
  readonly #activeById = new Map<string, ActiveAlert>()

  constructor(limits: DangerLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#activeById.size
  }

  get active(): string[] {
    return [...this.#activeById.keys()]
  }

  /** Takes over an alert of an earlier run. It stays active until it is over, or until nothing is known any more. */
  adopt(id: string, level: Level, now: Seconds): void {
    if (this.#activeById.has(id)) return
    this.#activeById.set(id, { level, seenAt: now, closestAt: now + adoptedFor })
  }

  /** The alert could not be raised; it will be raised again. */
  forget(id: string): void {
    this.#activeById.delete(id)
  }

  /** Evaluates all vessels in range. Returns the changes of alerts. */
  evaluate(sightings: readonly Sighting[], own: OwnSituation, now: Seconds): AlertChange[] {
    const known = new Set<string>()
    const changes: AlertChange[] = []
    for (const sighting of sightings) {
      const { id, approach } = sighting
      if (approach === null) continue
      known.add(id)
      const level = isConcern(sighting, own)
        ? levelOf(approach, this.#limits, this.#activeById.get(id)?.level)
        : undefined
      if (level !== undefined) changes.push(...this.#note(sighting, level, now))
    }
    return [...changes, ...this.#settle(known, now)]
  }

  #note({ id, name, context, approach }: Sighting, level: Level, now: Seconds): AlertChange[] {
    const active = this.#activeById.get(id)
    const isCrowded = level === 'warn' && this.#activeById.size >= maxWarnings
    if (active === undefined && isCrowded) return []
    this.#activeById.set(id, { level, seenAt: now, closestAt: now + (approach?.timeTo ?? 0) })
    return active?.level === level ? [] : [{ id, level, vessel: { context, label: name ?? id } }]
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
