import type { Place } from '#boat/reading.ts'

/** How near another vessel comes and when, as the boat has worked it out. */
export interface Approach {
  /** Metres. */
  readonly distance: number
  /** Seconds; negative when it has passed. */
  readonly timeTo: number
}

/** What is to be looked at first. */
export type Danger = 'alarm' | 'warn'

/** A ship, an aircraft that searches, a buoy or another aid to navigation, someone in distress. */
export type TargetKind = 'vessel' | 'aircraft' | 'aid' | 'beacon'

/** Who calls for help, as the number tells. */
export type BeaconKind = 'sart' | 'mob' | 'epirb' | 'other'

/** Something that is heard by radio, as the chart shows it. */
export interface Target {
  readonly context: string
  readonly kind: TargetKind
  /** As people call it; its number when it has no name. */
  readonly name: string
  readonly place: Place
  /** Milliseconds since it was heard. */
  readonly age: number
  readonly isLost: boolean
  readonly course: number | undefined
  readonly heading: number | undefined
  readonly speed: number | undefined
  /** Metres. */
  readonly length: number | undefined
  readonly approach: Approach | undefined
  readonly danger: Danger | undefined
  /** Of an aid to navigation only: what it marks, in its own words; that there is none on the water; that it has drifted. */
  readonly aidType: string | undefined
  readonly isVirtual: boolean
  readonly isOffPosition: boolean
  /** Of a beacon only: someone tries it out. */
  readonly isTest: boolean
}

/** `vessels.urn:mrn:imo:mmsi:230001234` is 230001234. */
export const numberIn = (context: string): string => context.split(/[:.]/).at(-1) ?? ''

const beaconByPrefix: Readonly<Record<string, BeaconKind>> = { '970': 'sart', '972': 'mob', '974': 'epirb' }

export const beaconOf = ({ context }: Pick<Target, 'context'>): BeaconKind =>
  beaconByPrefix[numberIn(context).slice(0, 3)] ?? 'other'

/** Whoever calls for help, then what is still to come, then what has passed, then what nobody knows. */
const turnOf = ({ approach, kind, isTest }: Target): number => {
  if (kind === 'beacon' && !isTest) return 0
  if (approach === undefined) return 3
  return approach.timeTo < 0 ? 2 : 1
}

/** Whoever is soonest closest comes first; who has passed comes after, the latest first. */
export const byTimeToApproach = (one: Target, other: Target): number => {
  const order = turnOf(one) - turnOf(other)
  if (order !== 0) return order
  const [mine, theirs] = [one.approach?.timeTo ?? 0, other.approach?.timeTo ?? 0]
  if (mine !== theirs) return turnOf(one) === 2 ? theirs - mine : mine - theirs
  return one.name < other.name ? -1 : 1
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `04:10`, or `1:04:10`; what has passed is told with a minus. */
export const timeText = (seconds: number): string => {
  const whole = Math.round(Math.abs(seconds))
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)]
  const text = `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(whole % 60)}`
  return seconds < 0 ? `−${text}` : text
}
