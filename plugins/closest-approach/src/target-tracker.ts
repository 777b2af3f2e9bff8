import { nauticalMiles, type Metres, type MetresPerSecond } from '@marinedata/model'
import type { SentDelta } from '@marinedata/plugin-api'
import { closestApproachOf, type ClosestApproach } from './closest-approach.ts'
import { distanceBetween, type Craft } from './craft.ts'
import { motionPaths, Track, type MotionPath } from './track.ts'
import type { Seconds } from './units.ts'

const selfContext = 'vessels.self'
export const anchorPath = 'navigation.anchor.state'
export const statePath = 'navigation.state'

const maxTargets = 2_000
/**
 * Maximum age of a position. The own vessel reports every second; others, by the AIS rules, at least every three
 * minutes.
 */
const limits = { own: 10, others: 200 } as const satisfies Record<string, Seconds>

/** Near vessels are published every second, others every third second. */
const nearby = { distance: nauticalMiles(5), time: 1_800 } as const
const farInterval = 3

/** A boat that stays within this distance for this time is at a berth. A drift at a tenth of a knot goes further. */
const berth = { distance: 40, time: 900 } as const satisfies { distance: Metres; time: Seconds }

/** Another vessel and its closest approach. */
export interface Sighting {
  readonly context: string
  /** An id that is valid in a path: for most vessels the MMSI. */
  readonly id: string
  readonly name: string | undefined
  /** Null when it is unknown. */
  readonly approach: ClosestApproach | null
  readonly speed: MetresPerSecond | undefined
  /** Whether it must be published now. */
  readonly isDue: boolean
}

interface Target {
  readonly id: string
  readonly track: Track
  readonly number: number
  /** The last published value; undefined when there is none. */
  published: ClosestApproach | null | undefined
}

const isMotion = (path: string): path is MotionPath => motionPaths.some((known) => known === path)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const idOf = (context: string): string =>
  (context.split(/[:.]/).at(-1) ?? '').replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 64) || 'unnamed'

const isNearby = ({ distance, timeTo }: ClosestApproach): boolean =>
  distance < nearby.distance && Math.abs(timeTo) < nearby.time

/** Tracks the own vessel and all others. */
export class TargetTracker {
  readonly #own = new Track(limits.own)
  /** Ordered by last report, oldest first. */
  readonly #targetByContext = new Map<string, Target>()
  readonly #nameByContext = new Map<string, string>()
  #anchorState: string | undefined
  #ownState: string | undefined
  /** Where and when the boat last moved; undefined while its position is unknown. */
  #stay: { readonly craft: Craft; readonly since: Seconds } | undefined
  #evaluatedAt: Seconds = 0
  #evaluations = 0
  #counted = 0

  get size(): number {
    return this.#targetByContext.size
  }

  get ownSpeed(): MetresPerSecond | undefined {
    return this.#own.speed
  }

  isOwnKnown(now: Seconds): boolean {
    return this.#own.craftAt(now) !== undefined
  }

  /**
   * Whether the boat is at anchor or at a berth: by its state, or because it has not moved for a quarter of an hour.
   */
  get isResting(): boolean {
    return (
      (this.#stay !== undefined && this.#evaluatedAt - this.#stay.since > berth.time) ||
      (this.#anchorState !== undefined && this.#anchorState !== 'raised') ||
      this.#ownState === 'anchored' ||
      this.#ownState === 'moored'
    )
  }

  handle({ context, updates }: SentDelta, now: Seconds): void {
    for (const { values = [] } of updates)
      for (const { path, value, stale: isStale = false } of values) {
        const known = isStale ? undefined : value
        if (context === selfContext) this.#handleOwn(path, known, now)
        else this.#handleOther(context, { path, value: known }, now)
      }
  }

  /** Evaluates all vessels. Call it every second. */
  *evaluate(now: Seconds): Generator<Sighting> {
    this.#evaluations++
    const own = this.#own.craftAt(now)
    this.#noteStay(own, now)
    for (const [context, target] of this.#targetByContext) {
      const { id, track } = target
      const name = this.#nameByContext.get(context)
      const other = track.craftAt(now)
      const approach = own && other ? closestApproachOf(own, other) : null
      const isDue = this.#isDue(target, approach)
      if (isDue) target.published = approach
      yield { context, id, name, approach, speed: track.speed, isDue }
      // Its last publication was null. Publishing again would keep a vessel alive that is gone.
      if (track.isLost(now)) this.#targetByContext.delete(context)
    }
  }

  #noteStay(own: Craft | undefined, now: Seconds): void {
    this.#evaluatedAt = now
    if (own === undefined) this.#stay = undefined
    else if (this.#stay === undefined || distanceBetween(own, this.#stay.craft) > berth.distance)
      this.#stay = { craft: own, since: now }
  }

  #isDue({ published, number }: Target, approach: ClosestApproach | null): boolean {
    if (published === undefined) return approach !== null
    if (approach === null || published === null) return approach !== published
    return isNearby(approach) || (this.#evaluations + number) % farInterval === 0
  }

  #handleOwn(path: string, value: unknown, now: Seconds): void {
    if (isMotion(path)) this.#own.handle(path, value, now)
    if (path === anchorPath) this.#anchorState = textOf(value)
    if (path === statePath) this.#ownState = textOf(value)
  }

  #handleOther(context: string, { path, value }: { path: string; value: unknown }, now: Seconds): void {
    if (path === 'name') this.#handleName(context, textOf(value))
    if (!isMotion(path)) return
    const known = this.#targetByContext.get(context)
    // A null value does not start a new track.
    const target = known ?? (value === undefined || value === null ? undefined : this.#createTarget(context))
    if (target === undefined) return
    target.track.handle(path, value, now)
    this.#targetByContext.delete(context)
    this.#targetByContext.set(context, target)
  }

  #handleName(context: string, name: string | undefined): void {
    if (name === undefined) return
    this.#nameByContext.delete(context)
    evictOldest(this.#nameByContext)
    this.#nameByContext.set(context, name)
  }

  #createTarget(context: string): Target {
    evictOldest(this.#targetByContext)
    const track = new Track(limits.others)
    return { id: idOf(context), track, number: this.#counted++, published: undefined }
  }
}

/** Evicts the vessel that was silent longest when there are too many. */
const evictOldest = (byContext: Map<string, unknown>): void => {
  const [oldest] = byContext.keys()
  if (byContext.size >= maxTargets && oldest !== undefined) byContext.delete(oldest)
}
