import { levelOf, underWay, type DangerLimits, type Level } from './danger.ts'
import type { Sighting } from './lookout.ts'
import type { MetresPerSecond, Seconds } from './units.ts'

/** Something that the crew is to be told of a vessel. */
export interface Call {
  /** Of which one. */
  readonly id: string
  /** Undefined when the danger is over. */
  readonly level: Level | undefined
  /** As people call it; undefined when it is not known. */
  readonly name: string | undefined
}

/** How the own vessel is. */
export interface OwnSituation {
  readonly speed: MetresPerSecond | undefined
  /** It lies at anchor or at a berth: whoever passes by passes by. */
  readonly isResting: boolean
}

interface Standing {
  level: Level
  /** When it was last seen to be so. */
  seenAt: Seconds
  /** When they are closest, by what was last known. */
  closestAt: Seconds
}

/** So long it must be safe until that is told. */
const calmFor: Seconds = 15
/** What an earlier run has raised and nobody has seen since is let go after this. */
const adoptedFor: Seconds = 60
/** More warnings than this help nobody; alarms are raised all the same. */
const mostWarnings = 32

/** Which vessels come too near, and what the crew was told of them. */
export class DangerWatch {
  readonly #limits: DangerLimits
  readonly #standingById = new Map<string, Standing>()

  constructor(limits: DangerLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#standingById.size
  }

  get standing(): string[] {
    return [...this.#standingById.keys()]
  }

  /** An earlier run has raised it: it stands until it is seen to be over, or nobody knows any more. */
  adopt(id: string, level: Level, now: Seconds): void {
    if (this.#standingById.has(id)) return
    this.#standingById.set(id, { level, seenAt: now, closestAt: now + adoptedFor })
  }

  /** It could not be told: it will be told again. */
  forget(id: string): void {
    this.#standingById.delete(id)
  }

  /** Looks at all vessels in sight; gives what is to be told. */
  judge(sightings: readonly Sighting[], own: OwnSituation, now: Seconds): Call[] {
    const known = new Set<string>()
    const calls: Call[] = []
    for (const sighting of sightings) {
      const { id, approach } = sighting
      if (approach === null) continue
      known.add(id)
      const level = isConcern(sighting, own)
        ? levelOf(approach, this.#limits, this.#standingById.get(id)?.level)
        : undefined
      if (level !== undefined) calls.push(...this.#note(sighting, level, now))
    }
    return [...calls, ...this.#settle(known, now)]
  }

  #note({ id, name, approach }: Sighting, level: Level, now: Seconds): Call[] {
    const standing = this.#standingById.get(id)
    const isCrowded = level === 'warn' && this.#standingById.size >= mostWarnings
    if (standing === undefined && isCrowded) return []
    this.#standingById.set(id, { level, seenAt: now, closestAt: now + (approach?.timeTo ?? 0) })
    return standing?.level === level ? [] : [{ id, level, name }]
  }

  /**
   * What was safe for a while is over. A vessel of which nothing is known any more is a danger until the moment has passed
   * at which it would have been closest.
   */
  #settle(known: ReadonlySet<string>, now: Seconds): Call[] {
    const calls: Call[] = []
    for (const [id, { seenAt, closestAt }] of this.#standingById) {
      const since = known.has(id) ? seenAt : Math.max(seenAt, closestAt)
      if (now - since < calmFor) continue
      this.#standingById.delete(id)
      calls.push({ id, level: undefined, name: undefined })
    }
    return calls
  }
}

const isConcern = ({ speed: other = 0 }: Sighting, { speed: own = 0, isResting }: OwnSituation): boolean =>
  !isResting && Math.max(own, other) > underWay
