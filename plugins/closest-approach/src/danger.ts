import { toNauticalMiles, knots, type Metres, type MetresPerSecond } from '@marinedata/model'
import type { Condition } from '@marinedata/plugin-api'
import type { ClosestApproach } from './closest-approach.ts'
import type { Seconds } from './units.ts'

export interface DangerLimits {
  readonly warnDistance: Metres
  readonly alarmDistance: Metres
  /** Approaches further in the future are no danger yet. */
  readonly time: Seconds
}

export type Level = 'warn' | 'alarm'

/** Below this speed a vessel is not under way. */
export const underWay: MetresPerSecond = knots(1)

/** Hysteresis: an active alert stays until the vessel is well clear, so that it does not repeat at the limit. */
const hysteresis = 1.2

/** The level of danger; undefined when there is none or it has passed. */
export const levelOf = (
  { distance, timeTo }: ClosestApproach,
  { warnDistance, alarmDistance, time }: DangerLimits,
  active?: Level,
): Level | undefined => {
  const isAhead = timeTo > 0 && timeTo < (active === undefined ? time : time * hysteresis)
  if (!isAhead) return undefined
  if (distance < alarmDistance * (active === 'alarm' ? hysteresis : 1)) return 'alarm'
  return distance < warnDistance * (active === undefined ? 1 : hysteresis) ? 'warn' : undefined
}

/** The other vessel of an alert. */
export interface DangerousVessel {
  readonly context: string
  /** Its name, or its id while the name is unknown. */
  readonly label: string
}

/**
 * The message stays true for minutes. The exact distance and time are published for the other vessel, and the context
 * says where.
 */
export const conditionOf = (
  { context, label }: DangerousVessel,
  level: Level,
  limits: DangerLimits,
): Condition => {
  const distance = level === 'alarm' ? limits.alarmDistance : limits.warnDistance
  return {
    state: level,
    method: level === 'alarm' ? ['visual', 'sound'] : ['visual'],
    message: `${label} will come nearer than ${Number(toNauticalMiles(distance).toFixed(2))} NM`,
    context,
  }
}

/** The alert about all vessels that have no alert of their own. */
export const moreConditionOf = (count: number, level: Level): Condition => ({
  state: level,
  method: level === 'alarm' ? ['visual', 'sound'] : ['visual'],
  message: `and ${count} more ${count === 1 ? 'vessel' : 'vessels'} will come too near`,
})
