import type { Place } from '#boat/reading.ts'
import { durationText } from '#words/durations.ts'

/** Closest approach of another vessel, calculated on the server. */
export interface Approach {
  /** Metres. */
  readonly distance: number
  /** Seconds; negative if passed. */
  readonly timeTo: number
}

/** Severity of the danger. */
export type Danger = 'alarm' | 'warn'

/** A ship, a search aircraft, an aid to navigation, or a distress beacon. */
export type TargetKind = 'vessel' | 'aircraft' | 'aid' | 'beacon'

/** Kind of a distress beacon, by its number. */
export type BeaconKind = 'sart' | 'mob' | 'epirb' | 'other'

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
  /** Metres. */
  readonly length: number | undefined
  readonly approach: Approach | undefined
  readonly danger: Danger | undefined
  /** Aids to navigation only: its type; whether it is virtual; whether it is off position. */
  readonly aidType: string | undefined
  readonly isVirtual: boolean
  readonly isOffPosition: boolean
  /** Beacons only: a test transmission. */
  readonly isTest: boolean
}

/** `vessels.urn:mrn:imo:mmsi:230001234` is 230001234. */
export const numberIn = (context: string): string => context.split(/[:.]/).at(-1) ?? ''

const beaconByPrefix: Readonly<Record<string, BeaconKind>> = { '970': 'sart', '972': 'mob', '974': 'epirb' }

export const beaconOf = ({ context }: Pick<Target, 'context'>): BeaconKind =>
  beaconByPrefix[numberIn(context).slice(0, 3)] ?? 'other'

/** Sort groups: distress first, then future approaches, passed ones, and unknown ones. */
const turnOf = ({ approach, kind, isTest }: Target): number => {
  if (kind === 'beacon' && !isTest) return 0
  if (approach === undefined) return 3
  return approach.timeTo < 0 ? 2 : 1
}

/** Sorts by time to closest approach; passed ones follow, the latest first. */
export const byTimeToApproach = (one: Target, other: Target): number => {
  const order = turnOf(one) - turnOf(other)
  if (order !== 0) return order
  const [mine, theirs] = [one.approach?.timeTo ?? 0, other.approach?.timeTo ?? 0]
  if (mine !== theirs) return turnOf(one) === 2 ? theirs - mine : mine - theirs
  return one.name < other.name ? -1 : 1
}

/** `04:10` or `1:04:10`; negative if passed. */
export const timeText = (seconds: number): string =>
  `${seconds < 0 ? '−' : ''}${durationText(Math.abs(seconds) * 1_000)}`
