import type { Place } from '#boat/reading.ts'
import type { Wish } from '#boat/following.ts'
import type { Approach, TargetKind } from './target.ts'

const everyOne = ['name', 'navigation.position'] as const
const moving = ['navigation.courseOverGroundTrue', 'navigation.speedOverGround'] as const
const ofVessels = ['navigation.headingTrue', 'navigation.closestApproach', 'design.length'] as const
const ofAids = ['atonType', 'virtual', 'offPosition'] as const
const ofBeacons = ['navigation.state'] as const

const paths = [...everyOne, ...moving, ...ofVessels, ...ofAids, ...ofBeacons] as const
/** What is asked of those around. */
export type HeardPath = (typeof paths)[number]
export const isHeardPath = (path: string): path is HeardPath => (paths as readonly string[]).includes(path)

/** Told once a second at most: nothing on the radio is faster. */
const minPeriod = 1_000

export const trafficWishes: readonly Wish[] = [
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

/** What a context is; undefined when it is nothing to be drawn. */
export const kindOf = (context: string): TargetKind | undefined =>
  kindByMap[context.slice(0, context.indexOf('.'))]

export interface Heard {
  readonly value: unknown
  /** On the clock of `performance.now()`. */
  readonly at: number
  readonly isStale: boolean
}

export const numberOf = (heard: Heard | undefined): number | undefined =>
  typeof heard?.value === 'number' ? heard.value : undefined

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A member of whatever it is. */
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

/** What is not live any more is not told: an old approach is worse than none. */
export const approachOf = (heard: Heard | undefined): Approach | undefined => {
  if (heard === undefined || heard.isStale) return undefined
  const [distance, timeTo] = [numberMemberOf(heard.value, 'distance'), numberMemberOf(heard.value, 'timeTo')]
  return distance === undefined || timeTo === undefined ? undefined : { distance, timeTo }
}
