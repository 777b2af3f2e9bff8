import type { Condition } from '@marinedata/plugin-api'
import type { ClosestApproach } from './closest-approach.ts'
import { inNauticalMiles, knots, type Metres, type MetresPerSecond, type Seconds } from './units.ts'

export interface DangerLimits {
  readonly warnDistance: Metres
  readonly alarmDistance: Metres
  /** What lies further ahead is no danger yet. */
  readonly time: Seconds
}

export type Level = 'warn' | 'alarm'

/** Slower than this nothing is under way. */
export const underWay: MetresPerSecond = knots(1)

/** A vessel at the limit would cry again and again: what was raised stays until it is well clear. */
const slack = 1.2

/** How dangerous that is; undefined when it is not, or has passed. */
export const levelOf = (
  { distance, timeTo }: ClosestApproach,
  { warnDistance, alarmDistance, time }: DangerLimits,
  standing?: Level,
): Level | undefined => {
  const isAhead = timeTo > 0 && timeTo < (standing === undefined ? time : time * slack)
  if (!isAhead) return undefined
  if (distance < alarmDistance * (standing === 'alarm' ? slack : 1)) return 'alarm'
  return distance < warnDistance * (standing === undefined ? 1 : slack) ? 'warn' : undefined
}

/** It says nothing that is no longer true a minute later; how near and when exactly stands below the other vessel. */
export const conditionOf = (name: string, level: Level, limits: DangerLimits): Condition => {
  const distance = level === 'alarm' ? limits.alarmDistance : limits.warnDistance
  return {
    state: level,
    method: level === 'alarm' ? ['visual', 'sound'] : ['visual'],
    message: `${name} will come nearer than ${Number(inNauticalMiles(distance).toFixed(2))} NM`,
  }
}
