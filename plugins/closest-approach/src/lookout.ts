import type { SentDelta } from '@marinedata/plugin-api'
import { closestApproachOf, type ClosestApproach } from './closest-approach.ts'
import { distanceBetween, type Craft } from './craft.ts'
import { motionPaths, Track, type MotionPath } from './track.ts'
import { nauticalMiles, type Metres, type MetresPerSecond, type Seconds } from './units.ts'

const selfContext = 'vessels.self'
export const anchorPath = 'navigation.anchor.state'
export const statePath = 'navigation.state'

const mostTargets = 2_000
/** The own vessel tells every second; others, by the rules of AIS, at least every three minutes. */
const limits = { own: 10, others: 200 } as const satisfies Record<string, Seconds>

/** A vessel near enough to be looked at every second; others every third. */
const nearby = { distance: nauticalMiles(5), time: 1_800 } as const
const farRhythm = 3

/** Who stays so near to one place for so long lies at a berth: a boat that drifts at a tenth of a knot gets further. */
const berth = { distance: 40, time: 900 } as const satisfies { distance: Metres; time: Seconds }

/** One other vessel, and how near it comes. */
export interface Sighting {
  readonly context: string
  /** A word of its own for it, such as a path may have: its number, for most. */
  readonly id: string
  readonly name: string | undefined
  /** Null when it is not known: anything may be. */
  readonly approach: ClosestApproach | null
  readonly speed: MetresPerSecond | undefined
  /** Whether it is to be told now. */
  readonly isNews: boolean
}

interface Target {
  readonly id: string
  readonly track: Track
  readonly number: number
  /** What was last told; undefined for nothing. */
  told: ClosestApproach | null | undefined
}

const isMotion = (path: string): path is MotionPath => motionPaths.some((known) => known === path)
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const idOf = (context: string): string =>
  (context.split(/[:.]/).at(-1) ?? '').replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 64) || 'unnamed'

const isNearby = ({ distance, timeTo }: ClosestApproach): boolean =>
  distance < nearby.distance && Math.abs(timeTo) < nearby.time

/** Keeps an eye on the own vessel and on all others. */
export class Lookout {
  readonly #own = new Track(limits.own)
  /** The one that was heard longest ago comes first. */
  readonly #targetByContext = new Map<string, Target>()
  readonly #nameByContext = new Map<string, string>()
  #anchorState: string | undefined
  #ownState: string | undefined
  /** Where the boat was when it last moved from its place, and when; undefined while nobody knows where it is. */
  #stay: { readonly craft: Craft; readonly since: Seconds } | undefined
  #lookedAt: Seconds = 0
  #looks = 0
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

  /** The boat lies at anchor or at a berth: someone says so, or it has not moved for a quarter of an hour. */
  get isResting(): boolean {
    return (
      (this.#stay !== undefined && this.#lookedAt - this.#stay.since > berth.time) ||
      (this.#anchorState !== undefined && this.#anchorState !== 'raised') ||
      this.#ownState === 'anchored' ||
      this.#ownState === 'moored'
    )
  }

  hear({ context, updates }: SentDelta, now: Seconds): void {
    for (const { values = [] } of updates)
      for (const { path, value, stale: isStale = false } of values) {
        const known = isStale ? undefined : value
        if (context === selfContext) this.#hearOwn(path, known, now)
        else this.#hearOther(context, { path, value: known }, now)
      }
  }

  /** Looks at all of them; to be called every second. */
  *look(now: Seconds): Generator<Sighting> {
    this.#looks++
    const own = this.#own.craftAt(now)
    this.#noteStay(own, now)
    for (const [context, target] of this.#targetByContext) {
      const { id, track } = target
      const name = this.#nameByContext.get(context)
      const other = track.craftAt(now)
      const approach = own && other ? closestApproachOf(own, other) : null
      const isNews = this.#isNews(target, approach)
      if (isNews) target.told = approach
      yield { context, id, name, approach, speed: track.speed, isNews }
      // It was said that nothing is known of it: to say it again would keep a ship in sight that has gone.
      if (track.isLost(now)) this.#targetByContext.delete(context)
    }
  }

  #noteStay(own: Craft | undefined, now: Seconds): void {
    this.#lookedAt = now
    if (own === undefined) this.#stay = undefined
    else if (this.#stay === undefined || distanceBetween(own, this.#stay.craft) > berth.distance)
      this.#stay = { craft: own, since: now }
  }

  #isNews({ told, number }: Target, approach: ClosestApproach | null): boolean {
    if (told === undefined) return approach !== null
    if (approach === null || told === null) return approach !== told
    return isNearby(approach) || (this.#looks + number) % farRhythm === 0
  }

  #hearOwn(path: string, value: unknown, now: Seconds): void {
    if (isMotion(path)) this.#own.hear(path, value, now)
    if (path === anchorPath) this.#anchorState = textOf(value)
    if (path === statePath) this.#ownState = textOf(value)
  }

  #hearOther(context: string, { path, value }: { path: string; value: unknown }, now: Seconds): void {
    if (path === 'name') this.#hearName(context, textOf(value))
    if (!isMotion(path)) return
    const known = this.#targetByContext.get(context)
    // What nobody speaks of any more is no reason to begin a track.
    const target = known ?? (value === undefined || value === null ? undefined : this.#found(context))
    if (target === undefined) return
    target.track.hear(path, value, now)
    this.#targetByContext.delete(context)
    this.#targetByContext.set(context, target)
  }

  #hearName(context: string, name: string | undefined): void {
    if (name === undefined) return
    this.#nameByContext.delete(context)
    makeRoom(this.#nameByContext)
    this.#nameByContext.set(context, name)
  }

  #found(context: string): Target {
    makeRoom(this.#targetByContext)
    const track = new Track(limits.others)
    return { id: idOf(context), track, number: this.#counted++, told: undefined }
  }
}

/** The one that was heard longest ago goes when there are too many. */
const makeRoom = (byContext: Map<string, unknown>): void => {
  const [oldest] = byContext.keys()
  if (byContext.size >= mostTargets && oldest !== undefined) byContext.delete(oldest)
}
