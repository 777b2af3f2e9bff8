import type { Place } from '#boat/reading.ts'
import type { Subscription } from '#boat/subscriptions.ts'
import type { Approach, TargetKind } from './target.ts'

const everyOne = ['name', 'navigation.position'] as const
const moving = ['navigation.courseOverGroundTrue', 'navigation.speedOverGround'] as const
const ofVessels = ['navigation.headingTrue', 'navigation.closestApproach', 'design.length'] as const
const ofAids = ['atonType', 'virtual', 'offPosition'] as const
const ofBeacons = ['navigation.state'] as const

const paths = [...everyOne, ...moving, ...ofVessels, ...ofAids, ...ofBeacons] as const
/** Subscribed paths of other vessels. */
export type TargetPath = (typeof paths)[number]
export const isTargetPath = (path: string): path is TargetPath => (paths as readonly string[]).includes(path)

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
export const kindOf = (context: string): TargetKind | undefined =>
  kindByMap[context.slice(0, context.indexOf('.'))]

export interface ReceivedValue {
  readonly value: unknown
  /** On the clock of `performance.now()`. */
  readonly at: number
  readonly isStale: boolean
}

export const numberOf = (received: ReceivedValue | undefined): number | undefined =>
  typeof received?.value === 'number' ? received.value : undefined

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A member of any value. */
export const memberOf = (value: unknown, name: string): unknown =>
  (Object(value) as Readonly<Record<string, unknown>>)[name]

export const numberMemberOf = (value: unknown, name: string): number | undefined => {
  const member = memberOf(value, name)
  return typeof member === 'number' ? member : undefined
}

export const placeOf = (value: unknown): Place | undefined => {
  const [latitude, longitude] = [numberMemberOf(value, 'latitude'), numberMemberOf(value, 'longitude')]
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

/** The approach, unless stale: an old approach is worse than none. */
export const approachOf = (received: ReceivedValue | undefined): Approach | undefined => {
  if (received === undefined || received.isStale) return undefined
  const [distance, timeTo] = [
    numberMemberOf(received.value, 'distance'),
    numberMemberOf(received.value, 'timeTo'),
  ]
  return distance === undefined || timeTo === undefined ? undefined : { distance, timeTo }
}
