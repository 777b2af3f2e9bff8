import { selfContext, type SentDelta } from '@marinedata/model'
import type { Place } from '#boat/reading.ts'
import type { Approach, Danger, Target } from './target.ts'

/** What is asked of every other vessel. */
export const targetPaths = [
  'name',
  'navigation.position',
  'navigation.courseOverGroundTrue',
  'navigation.speedOverGround',
  'navigation.headingTrue',
  'navigation.closestApproach',
  'design.length',
] as const

type TargetPath = (typeof targetPaths)[number]

interface Heard {
  readonly value: unknown
  /** On the clock of `performance.now()`. */
  readonly at: number
  readonly isStale: boolean
}

interface Vessel {
  readonly values: Map<TargetPath, Heard>
  heardAt: number
}

interface Told {
  readonly path: string
  readonly value: unknown
  readonly stale?: boolean
}

/** What stands at a path of the own vessel, and who says so. */
export interface Warning {
  readonly path: string
  readonly value: unknown
  readonly source: string
}

const vesselRoot = 'vessels.'
const dangerRoot = 'notifications.navigation.closestApproach.'
const mostVessels = 500
/** What the server calls stale is lost no sooner than this: nobody hears every report. */
const leastLostMs = 60_000
const lostMs = 360_000
const goneMs = 900_000

const isTargetPath = (path: string): path is TargetPath => (targetPaths as readonly string[]).includes(path)

const numberOf = (heard: Heard | undefined): number | undefined =>
  typeof heard?.value === 'number' ? heard.value : undefined

const memberOf = (value: unknown, name: string): number | undefined => {
  // Whatever it is, a member that is no number is none.
  const member = (Object(value) as Readonly<Record<string, unknown>>)[name]
  return typeof member === 'number' ? member : undefined
}

const placeOf = (value: unknown): Place | undefined => {
  const [latitude, longitude] = [memberOf(value, 'latitude'), memberOf(value, 'longitude')]
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

/** What is not live any more is not told: an old approach is worse than none. */
const approachOf = (heard: Heard | undefined): Approach | undefined => {
  if (heard === undefined || heard.isStale) return undefined
  const [distance, timeTo] = [memberOf(heard.value, 'distance'), memberOf(heard.value, 'timeTo')]
  return distance === undefined || timeTo === undefined ? undefined : { distance, timeTo }
}

/** `vessels.urn:mrn:imo:mmsi:230001234` is 230001234. */
const numberIn = (context: string): string => context.split(/[:.]/).at(-1) ?? ''

const dangerIn = (value: unknown): Danger | undefined => {
  const { state } = Object(value) as { readonly state?: unknown }
  if (state === 'warn') return 'warn'
  return state === 'alarm' || state === 'emergency' ? 'alarm' : undefined
}

/** The other vessels, with how old the news of each is. */
export class Targets {
  readonly #vessels = new Map<string, Vessel>()
  /** By vessel and by who warns of it: the boat's own watch may not be the only one. */
  readonly #dangers = new Map<string, Map<string, Danger>>()

  /** @param heardAt when a moment of the boat's calendar was, on the clock of `performance.now()` */
  take({ context, updates }: SentDelta, heardAt: (timestamp: string) => number): void {
    const isOwn = context === selfContext
    if (!isOwn && !context.startsWith(vesselRoot)) return
    for (const { $source: source = '', timestamp, values = [] } of updates)
      for (const told of values)
        if (isOwn) this.warn({ ...told, source })
        else this.#note(context, told, heardAt(timestamp))
  }

  /** What the own vessel's alerts say of another. */
  warn({ path, value, source }: Warning): void {
    if (!path.startsWith(dangerRoot)) return
    const id = path.slice(dangerRoot.length)
    const danger = dangerIn(value)
    const bySource = this.#dangers.get(id) ?? new Map<string, Danger>()
    if (danger === undefined) bySource.delete(source)
    else bySource.set(source, danger)
    if (bySource.size > 0) this.#dangers.set(id, bySource)
    else this.#dangers.delete(id)
  }

  /** Whoever has a place; whoever was silent for too long is forgotten. */
  seen(now: number): Target[] {
    const targets: Target[] = []
    for (const [context, vessel] of this.#vessels) {
      if (now - vessel.heardAt > goneMs) this.#vessels.delete(context)
      const target = this.#targetOf(context, vessel, now)
      if (target !== undefined && target.age <= goneMs) targets.push(target)
    }
    return targets
  }

  #note(context: string, { path, value, stale = false }: Told, at: number): void {
    if (!isTargetPath(path)) return
    const vessel = this.#vesselOf(context, at)
    // The same value again, marked: it was heard when it was first told.
    const heardAt = stale ? Math.min(vessel.values.get(path)?.at ?? at, at) : at
    vessel.values.set(path, { value, at: heardAt, isStale: stale })
    // That how near it comes is told does not mean that it was heard.
    if (path !== 'navigation.closestApproach') vessel.heardAt = Math.max(vessel.heardAt, heardAt)
  }

  #vesselOf(context: string, at: number): Vessel {
    const known = this.#vessels.get(context)
    if (known !== undefined) return known
    if (this.#vessels.size >= mostVessels) this.#makeRoom()
    const made: Vessel = { values: new Map(), heardAt: at }
    this.#vessels.set(context, made)
    return made
  }

  /** Whoever was not heard for the longest gives way. */
  #makeRoom(): void {
    let [oldest, oldestAt] = ['', Number.POSITIVE_INFINITY]
    for (const [context, { heardAt }] of this.#vessels)
      if (heardAt < oldestAt) [oldest, oldestAt] = [context, heardAt]
    this.#vessels.delete(oldest)
  }

  #targetOf(context: string, { values }: Vessel, now: number): Target | undefined {
    const position = values.get('navigation.position')
    const place = placeOf(position?.value)
    if (position === undefined || place === undefined) return undefined
    const age = now - position.at
    const name = values.get('name')?.value
    return {
      context,
      name: typeof name === 'string' && name !== '' ? name : numberIn(context),
      place,
      age,
      isLost: age > lostMs || (position.isStale && age > leastLostMs),
      course: numberOf(values.get('navigation.courseOverGroundTrue')),
      heading: numberOf(values.get('navigation.headingTrue')),
      speed: numberOf(values.get('navigation.speedOverGround')),
      length: memberOf(values.get('design.length')?.value, 'overall'),
      approach: approachOf(values.get('navigation.closestApproach')),
      danger: this.#dangerOf(numberIn(context)),
    }
  }

  #dangerOf(id: string): Danger | undefined {
    const told = [...(this.#dangers.get(id)?.values() ?? [])]
    return told.includes('alarm') ? 'alarm' : told[0]
  }
}
