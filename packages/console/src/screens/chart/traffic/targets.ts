import { selfContext, type SentDelta } from '@marinedata/model'
import {
  approachOf,
  isTargetPath,
  kindOf,
  memberOf,
  numberMemberOf,
  numberOf,
  placeOf,
  textOf,
  type ReceivedValue,
  type TargetPath,
} from './received-values.ts'
import { numberIn, type Danger, type Target, type TargetKind } from './target.ts'

/** The received data of one target. */
interface TargetRecord {
  readonly kind: TargetKind
  readonly values: Map<TargetPath, ReceivedValue>
  receivedAt: number
}

interface PathValue {
  readonly path: string
  readonly value: unknown
  readonly stale?: boolean
}

/** A notification of the own vessel, with its source. */
export interface Warning {
  readonly path: string
  readonly value: unknown
  readonly source: string
}

const dangerRoot = 'notifications.navigation.closestApproach.'
const mostStations = 500
const hour = 3_600_000
/** A stale target counts as lost after this time at the earliest: some AIS reports are always missed. */
const leastLostMs = 60_000
const lostMs = 360_000
/** Removal times. A distress position is kept for as long as people may be found. */
const goneMs: Readonly<Record<TargetKind, number>> = {
  vessel: hour / 4,
  aircraft: hour / 4,
  aid: hour / 4,
  beacon: 24 * hour,
}

/** State sent by a distress transponder in a test, or before activation. */
const testState = 'default'

const dangerIn = (value: unknown): Danger | undefined => {
  const state = memberOf(value, 'state')
  if (state === 'warn') return 'warn'
  return state === 'alarm' || state === 'emergency' ? 'alarm' : undefined
}

/** Members that only some kinds have. */
const natureOf = ({
  kind,
  values,
}: TargetRecord): Pick<Target, 'aidType' | 'isVirtual' | 'isOffPosition' | 'isTest'> => ({
  aidType: textOf(memberOf(values.get('atonType')?.value, 'name')),
  isVirtual: values.get('virtual')?.value === true,
  isOffPosition: values.get('offPosition')?.value === true,
  isTest: kind === 'beacon' && values.get('navigation.state')?.value === testState,
})

const isCallForHelp = (station: TargetRecord): boolean =>
  station.kind === 'beacon' && !natureOf(station).isTest

const motionOf = (values: TargetRecord['values']): Pick<Target, 'course' | 'heading' | 'speed'> => ({
  course: numberOf(values.get('navigation.courseOverGroundTrue')),
  heading: numberOf(values.get('navigation.headingTrue')),
  speed: numberOf(values.get('navigation.speedOverGround')),
})

/** All AIS targets with their ages. */
export class Targets {
  readonly #stations = new Map<string, TargetRecord>()
  /** By vessel and source of the warning: there may be several sources. */
  readonly #dangers = new Map<string, Map<string, Danger>>()

  /** @param heardAt converts a timestamp of the server to the clock of `performance.now()` */
  take({ context, updates }: SentDelta, receivedAt: (timestamp: string) => number): void {
    const isOwn = context === selfContext
    const kind = kindOf(context)
    if (kind === undefined) return
    for (const { $source: source = '', timestamp, values = [] } of updates)
      for (const pathValue of values)
        if (isOwn) this.warn({ ...pathValue, source })
        else this.#note(pathValue, receivedAt(timestamp), () => this.#stationOf(context, kind))
  }

  /** Applies a collision warning of the own vessel. */
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

  /** All targets with a position. Removes targets that were silent for too long. */
  seen(now: number): Target[] {
    const targets: Target[] = []
    for (const [context, station] of this.#stations) {
      const gone = goneMs[station.kind]
      if (now - station.receivedAt > gone) this.#stations.delete(context)
      const target = this.#targetOf(context, station, now)
      if (target !== undefined && target.age <= gone) targets.push(target)
    }
    return targets
  }

  #note({ path, value, stale = false }: PathValue, at: number, stationOf: () => TargetRecord): void {
    if (!isTargetPath(path)) return
    const station = stationOf()
    // The same value, now marked stale: its age counts from when it was first received.
    const receivedAt = stale ? Math.min(station.values.get(path)?.at ?? at, at) : at
    station.values.set(path, { value, at: receivedAt, isStale: stale })
    // The approach is calculated by the server and is no message from the target.
    if (path !== 'navigation.closestApproach') station.receivedAt = Math.max(station.receivedAt, receivedAt)
  }

  #stationOf(context: string, kind: TargetKind): TargetRecord {
    const known = this.#stations.get(context)
    if (known !== undefined) return known
    if (this.#stations.size >= mostStations) this.#makeRoom()
    const made: TargetRecord = { kind, values: new Map(), receivedAt: Number.NEGATIVE_INFINITY }
    this.#stations.set(context, made)
    return made
  }

  /** Evicts the target that was silent for longest; distress beacons last. */
  #makeRoom(): void {
    const [oldest] = [...this.#stations].toSorted(
      ([, one], [, other]) =>
        Number(one.kind === 'beacon') - Number(other.kind === 'beacon') || one.receivedAt - other.receivedAt,
    )
    if (oldest !== undefined) this.#stations.delete(oldest[0])
  }

  #targetOf(context: string, station: TargetRecord, now: number): Target | undefined {
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
    const levels = [...(this.#dangers.get(id)?.values() ?? [])]
    return levels.includes('alarm') ? 'alarm' : levels[0]
  }
}
