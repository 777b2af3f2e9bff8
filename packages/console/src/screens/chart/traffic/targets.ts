import { selfContext, type SentDelta } from '@marinedata/model'
import {
  approachOf,
  isHeardPath,
  kindOf,
  memberOf,
  numberMemberOf,
  numberOf,
  placeOf,
  textOf,
  type Heard,
  type HeardPath,
} from './heard.ts'
import { numberIn, type Danger, type Target, type TargetKind } from './target.ts'

/** One of those around, with all that was heard of it. */
interface Station {
  readonly kind: TargetKind
  readonly values: Map<HeardPath, Heard>
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

const dangerRoot = 'notifications.navigation.closestApproach.'
const mostStations = 500
const hour = 3_600_000
/** What the server calls stale is lost no sooner than this: nobody hears every report. */
const leastLostMs = 60_000
const lostMs = 360_000
/** Where someone called for help is looked for as long as anyone may be found. */
const goneMs: Readonly<Record<TargetKind, number>> = {
  vessel: hour / 4,
  aircraft: hour / 4,
  aid: hour / 4,
  beacon: 24 * hour,
}

/** As a transponder for distress says that it is only tried out, or has not been switched on. */
const testState = 'default'

const dangerIn = (value: unknown): Danger | undefined => {
  const state = memberOf(value, 'state')
  if (state === 'warn') return 'warn'
  return state === 'alarm' || state === 'emergency' ? 'alarm' : undefined
}

/** What only some kinds tell of themselves. */
const natureOf = ({
  kind,
  values,
}: Station): Pick<Target, 'aidType' | 'isVirtual' | 'isOffPosition' | 'isTest'> => ({
  aidType: textOf(memberOf(values.get('atonType')?.value, 'name')),
  isVirtual: values.get('virtual')?.value === true,
  isOffPosition: values.get('offPosition')?.value === true,
  isTest: kind === 'beacon' && values.get('navigation.state')?.value === testState,
})

const isCallForHelp = (station: Station): boolean => station.kind === 'beacon' && !natureOf(station).isTest

const motionOf = (values: Station['values']): Pick<Target, 'course' | 'heading' | 'speed'> => ({
  course: numberOf(values.get('navigation.courseOverGroundTrue')),
  heading: numberOf(values.get('navigation.headingTrue')),
  speed: numberOf(values.get('navigation.speedOverGround')),
})

/** All that is heard by radio, with how old the news of each is. */
export class Targets {
  readonly #stations = new Map<string, Station>()
  /** By vessel and by who warns of it: the boat's own watch may not be the only one. */
  readonly #dangers = new Map<string, Map<string, Danger>>()

  /** @param heardAt when a moment of the boat's calendar was, on the clock of `performance.now()` */
  take({ context, updates }: SentDelta, heardAt: (timestamp: string) => number): void {
    const isOwn = context === selfContext
    const kind = kindOf(context)
    if (kind === undefined) return
    for (const { $source: source = '', timestamp, values = [] } of updates)
      for (const told of values)
        if (isOwn) this.warn({ ...told, source })
        else this.#note(told, heardAt(timestamp), () => this.#stationOf(context, kind))
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
    for (const [context, station] of this.#stations) {
      const gone = goneMs[station.kind]
      if (now - station.heardAt > gone) this.#stations.delete(context)
      const target = this.#targetOf(context, station, now)
      if (target !== undefined && target.age <= gone) targets.push(target)
    }
    return targets
  }

  #note({ path, value, stale = false }: Told, at: number, stationOf: () => Station): void {
    if (!isHeardPath(path)) return
    const station = stationOf()
    // The same value again, marked: it was heard when it was first told.
    const heardAt = stale ? Math.min(station.values.get(path)?.at ?? at, at) : at
    station.values.set(path, { value, at: heardAt, isStale: stale })
    // That how near it comes is told does not mean that it was heard.
    if (path !== 'navigation.closestApproach') station.heardAt = Math.max(station.heardAt, heardAt)
  }

  #stationOf(context: string, kind: TargetKind): Station {
    const known = this.#stations.get(context)
    if (known !== undefined) return known
    if (this.#stations.size >= mostStations) this.#makeRoom()
    const made: Station = { kind, values: new Map(), heardAt: Number.NEGATIVE_INFINITY }
    this.#stations.set(context, made)
    return made
  }

  /** Whoever was not heard for the longest gives way; whoever calls for help, last. */
  #makeRoom(): void {
    const [oldest] = [...this.#stations].toSorted(
      ([, one], [, other]) =>
        Number(one.kind === 'beacon') - Number(other.kind === 'beacon') || one.heardAt - other.heardAt,
    )
    if (oldest !== undefined) this.#stations.delete(oldest[0])
  }

  #targetOf(context: string, station: Station, now: number): Target | undefined {
    const { kind, values } = station
    const position = values.get('navigation.position')
    const place = placeOf(position?.value)
    if (position === undefined || place === undefined) return undefined
    const age = now - position.at
    return {
      context,
      kind,
      name: textOf(values.get('name')?.value) ?? numberIn(context),
      place,
      age,
      isLost: age > lostMs || (position.isStale && age > leastLostMs),
      ...motionOf(values),
      length: numberMemberOf(values.get('design.length')?.value, 'overall'),
      approach: approachOf(values.get('navigation.closestApproach')),
      ...natureOf(station),
      danger: isCallForHelp(station) ? 'alarm' : this.#dangerOf(numberIn(context)),
    }
  }

  #dangerOf(id: string): Danger | undefined {
    const told = [...(this.#dangers.get(id)?.values() ?? [])]
    return told.includes('alarm') ? 'alarm' : told[0]
  }
}
