import { durationText } from '#words/durations.ts'
import { distanceBetween, nauticalMile, selfContext, type SentDelta } from '@marinedata/model'
import type { Place, Subscription } from '#boat/values.ts'

/** Closest approach of another vessel, calculated on the server. */
interface Approach {
  /** In metres. */
  readonly distance: number
  /** Seconds; negative if passed. */
  readonly timeTo: number
}

/** Severity of the danger. */
export type Danger = 'alarm' | 'warn'

/** A ship, a search aircraft, an aid to navigation, or a distress beacon. */
export type TargetKind = 'vessel' | 'aircraft' | 'aid' | 'beacon'

/** Kind of a distress beacon, by its number. */
type BeaconKind = 'sart' | 'mob' | 'epirb' | 'other'

/** The details for recognising and calling a ship. */
interface Identity {
  readonly mmsi: string
  readonly callSign: string | undefined
  readonly shipType: string | undefined
  /** In metres. */
  readonly beam: number | undefined
  readonly destination: string | undefined
  /** Status of navigation in the words of AIS: `moored`. */
  readonly state: string | undefined
}

/** An AIS target as the chart shows it. */
export interface Target {
  readonly context: string
  readonly kind: TargetKind
  /** Its name, or its number without one. */
  readonly name: string
  readonly place: Place
  /** Milliseconds since the last message. */
  readonly age: number
  readonly isLost: boolean
  readonly course: number | undefined
  readonly heading: number | undefined
  readonly speed: number | undefined
  /** In metres. */
  readonly length: number | undefined
  readonly approach: Approach | undefined
  readonly danger: Danger | undefined
  readonly identity: Identity
  /** Aids to navigation only: its type; whether it is virtual; whether it is off position. */
  readonly aidType: string | undefined
  readonly isVirtual: boolean
  readonly isOffPosition: boolean
  /** Beacons only: a test transmission. */
  readonly isTest: boolean
  /** Beacons only: a distress beacon that reports its distress. A number of the beacon series alone is no distress. */
  readonly isCallForHelp: boolean
}

/** `vessels.urn:mrn:imo:mmsi:230001234` is 230001234. */
const numberIn = (context: string): string => context.split(/[:.]/).at(-1) ?? ''

const beaconByPrefix: Readonly<Record<string, BeaconKind>> = { '970': 'sart', '972': 'mob', '974': 'epirb' }

export const beaconOf = ({ context }: Pick<Target, 'context'>): BeaconKind =>
  beaconByPrefix[numberIn(context).slice(0, 3)] ?? 'other'

/** Approaches nearer than this are worth a look; metres. */
const nearApproach = 2 * nauticalMile

/** Sort groups: distress, alarms, warnings, near approaches that are still to come, and the rest. */
const groupOf = ({ approach, danger, isCallForHelp }: Target): number => {
  if (isCallForHelp) return 0
  if (danger !== undefined) return danger === 'alarm' ? 1 : 2
  return approach !== undefined && approach.timeTo >= 0 && approach.distance < nearApproach ? 3 : 4
}

/** Sorts dangerous ships first, then near approaches by their time, and the rest by range from own ship. */
export const byDanger =
  (own: Place | undefined) =>
  (one: Target, other: Target): number => {
    const group = groupOf(one)
    const order = group - groupOf(other)
    if (order !== 0) return order
    const timeTo = ({ approach }: Target): number => approach?.timeTo ?? Infinity
    const range = ({ place }: Target): number => (own === undefined ? 0 : distanceBetween(own, place))
    const measure = group === 4 ? range : timeTo
    const [mine, theirs] = [measure(one), measure(other)]
    if (mine !== theirs) return mine - theirs
    return one.name < other.name ? -1 : 1
  }

/** `04:10` or `1:04:10`; negative if passed. */
export const timeText = (seconds: number): string =>
  `${seconds < 0 ? '−' : ''}${durationText(Math.abs(seconds) * 1_000)}`

const everyOne = ['name', 'navigation.position'] as const
const moving = ['navigation.courseOverGroundTrue', 'navigation.speedOverGround'] as const
const ofVessels = [
  'navigation.headingTrue',
  'navigation.closestApproach',
  'design.length',
  'design.beam',
  'design.aisShipType',
  'communication.callsignVhf',
  'navigation.destination.commonName',
  'navigation.state',
] as const
const ofAids = ['atonType', 'virtual', 'offPosition'] as const
const ofBeacons = ['navigation.state'] as const

const paths = [...everyOne, ...moving, ...ofVessels, ...ofAids] as const
/** Subscribed paths of other vessels. */
type TargetPath = (typeof paths)[number]
const isTargetPath = (path: string): path is TargetPath => (paths as readonly string[]).includes(path)

/** Once a second at most: AIS is not faster. */
const minPeriod = 1_000

export const trafficSubscriptions: readonly Subscription[] = [
  { context: 'vessels.*', paths: [...everyOne, ...moving, ...ofVessels], minPeriod },
  { context: 'aircraft.*', paths: [...everyOne, ...moving], minPeriod },
  { context: 'aton.*', paths: [...everyOne, ...ofAids], minPeriod },
  { context: 'sar.*', paths: [...everyOne, ...moving, ...ofBeacons], minPeriod },
]

const kindByMap: Readonly<Record<string, TargetKind>> = {
  vessels: 'vessel',
  aircraft: 'aircraft',
  aton: 'aid',
  sar: 'beacon',
}

/** The kind of a context; undefined if it is not drawn. */
const kindOf = (context: string): TargetKind | undefined => kindByMap[context.slice(0, context.indexOf('.'))]

interface ReceivedValue {
  readonly value: unknown
  /** On the clock of `performance.now()`. */
  readonly at: number
  readonly isStale: boolean
}

const numberOf = (received: ReceivedValue | undefined): number | undefined =>
  typeof received?.value === 'number' ? received.value : undefined

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A member of any value. */
const memberOf = (value: unknown, name: string): unknown =>
  (Object(value) as Readonly<Record<string, unknown>>)[name]

const numberMemberOf = (value: unknown, name: string): number | undefined => {
  const member = memberOf(value, name)
  return typeof member === 'number' ? member : undefined
}

const placeOf = (value: unknown): Place | undefined => {
  const [latitude, longitude] = [numberMemberOf(value, 'latitude'), numberMemberOf(value, 'longitude')]
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

/** The approach, unless stale: an old approach is misleading. */
const approachOf = (received: ReceivedValue | undefined): Approach | undefined => {
  if (received === undefined || received.isStale) return undefined
  const [distance, timeTo] = [
    numberMemberOf(received.value, 'distance'),
    numberMemberOf(received.value, 'timeTo'),
  ]
  return distance === undefined || timeTo === undefined ? undefined : { distance, timeTo }
}

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

/** A notification of own ship, with its source. */
interface Warning {
  readonly path: string
  readonly value: unknown
  readonly source: string
}

/** Paths of the alerts about a craft; its number follows. */
const dangerRoots = ['notifications.navigation.closestApproach.', 'notifications.distress.'] as const
const maxRecords = 500
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
/** State sent by an active distress transponder. */
const activeState = 'ais-sart'

const dangerIn = (value: unknown): Danger | undefined => {
  const state = memberOf(value, 'state')
  if (state === 'warn') return 'warn'
  return state === 'alarm' || state === 'emergency' ? 'alarm' : undefined
}

/** Members that only some kinds have. */
const natureOf = ({ values }: TargetRecord): Pick<Target, 'aidType' | 'isVirtual' | 'isOffPosition'> => ({
  aidType: textOf(memberOf(values.get('atonType')?.value, 'name')),
  isVirtual: values.get('virtual')?.value === true,
  isOffPosition: values.get('offPosition')?.value === true,
})

/** Decodes the state of a distress beacon. Other craft also use numbers of the series. */
const reportedDistress = (context: string, { kind, values }: TargetRecord): 'active' | 'test' | undefined => {
  if (kind !== 'beacon' || beaconOf({ context }) === 'other') return undefined
  const state = values.get('navigation.state')?.value
  if (state === activeState) return 'active'
  return state === testState ? 'test' : undefined
}

const identityOf = (context: string, values: TargetRecord['values']): Identity => ({
  mmsi: numberIn(context),
  callSign: textOf(values.get('communication.callsignVhf')?.value),
  shipType: textOf(memberOf(values.get('design.aisShipType')?.value, 'name')),
  beam: numberOf(values.get('design.beam')),
  destination: textOf(values.get('navigation.destination.commonName')?.value),
  state: textOf(values.get('navigation.state')?.value),
})

const motionOf = (values: TargetRecord['values']): Pick<Target, 'course' | 'heading' | 'speed'> => ({
  course: numberOf(values.get('navigation.courseOverGroundTrue')),
  heading: numberOf(values.get('navigation.headingTrue')),
  speed: numberOf(values.get('navigation.speedOverGround')),
})

/** All AIS targets with their ages. */
export class Targets {
  readonly #records = new Map<string, TargetRecord>()
  /** By vessel, then by root and source of the warning: there may be several sources. */
  readonly #dangers = new Map<string, Map<string, Danger>>()

  /** @param receivedAt converts a timestamp of the server to the clock of `performance.now()` */
  take({ context, updates }: SentDelta, receivedAt: (timestamp: string) => number): void {
    const isOwn = context === selfContext
    const kind = kindOf(context)
    if (kind === undefined) return
    for (const { $source: source = '', timestamp, values = [] } of updates)
      for (const pathValue of values)
        if (isOwn) this.warn({ ...pathValue, source })
        else this.#note(pathValue, receivedAt(timestamp), () => this.#recordOf(context, kind))
  }

  /** Applies a collision warning of own ship. */
  warn({ path, value, source }: Warning): void {
    const root = dangerRoots.find((start) => path.startsWith(start))
    if (root === undefined) return
    const id = path.slice(root.length)
    const danger = dangerIn(value)
    const bySource = this.#dangers.get(id) ?? new Map<string, Danger>()
    if (danger === undefined) bySource.delete(`${root} ${source}`)
    else bySource.set(`${root} ${source}`, danger)
    if (bySource.size > 0) this.#dangers.set(id, bySource)
    else this.#dangers.delete(id)
  }

  /** All targets with a position. Removes targets that were silent for too long. */
  seen(now: number): Target[] {
    const targets: Target[] = []
    for (const [context, record] of this.#records) {
      const gone = goneMs[record.kind]
      if (now - record.receivedAt > gone) this.#records.delete(context)
      const target = this.#targetOf(context, record, now)
      if (target !== undefined && target.age <= gone) targets.push(target)
    }
    return targets
  }

  #note({ path, value, stale = false }: PathValue, at: number, recordOf: () => TargetRecord): void {
    if (!isTargetPath(path)) return
    const record = recordOf()
    // The same value, now marked stale: its age counts from when it was first received.
    const receivedAt = stale ? Math.min(record.values.get(path)?.at ?? at, at) : at
    record.values.set(path, { value, at: receivedAt, isStale: stale })
    // The approach is calculated by the server and is no message from the target.
    if (path !== 'navigation.closestApproach') record.receivedAt = Math.max(record.receivedAt, receivedAt)
  }

  #recordOf(context: string, kind: TargetKind): TargetRecord {
    const known = this.#records.get(context)
    if (known !== undefined) return known
    if (this.#records.size >= maxRecords) this.#makeRoom()
    const made: TargetRecord = { kind, values: new Map(), receivedAt: Number.NEGATIVE_INFINITY }
    this.#records.set(context, made)
    return made
  }

  /** Evicts the target that was silent for longest; distress beacons last. */
  #makeRoom(): void {
    const [oldest] = [...this.#records].toSorted(
      ([, one], [, other]) =>
        Number(one.kind === 'beacon') - Number(other.kind === 'beacon') || one.receivedAt - other.receivedAt,
    )
    if (oldest !== undefined) this.#records.delete(oldest[0])
  }

  #targetOf(context: string, record: TargetRecord, now: number): Target | undefined {
    const { kind, values } = record
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
      ...natureOf(record),
      identity: identityOf(context, values),
      ...this.#distressOf(context, record),
    }
  }

  /** The alert of a beacon counts as well as its state: it also knows the text of the beacon. */
  #distressOf(context: string, record: TargetRecord): Pick<Target, 'danger' | 'isTest' | 'isCallForHelp'> {
    const state = reportedDistress(context, record)
    const danger = state === 'active' ? 'alarm' : this.#dangerOf(numberIn(context))
    return {
      danger,
      isTest: state === 'test',
      isCallForHelp: record.kind === 'beacon' && danger === 'alarm',
    }
  }

  #dangerOf(id: string): Danger | undefined {
    const levels = [...(this.#dangers.get(id)?.values() ?? [])]
    return levels.includes('alarm') ? 'alarm' : levels[0]
  }
}
