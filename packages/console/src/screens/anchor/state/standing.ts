import type { AnchorState } from '@marinedata/model'
import { isAlarm, type ShownAlert } from '#alerts/alert.ts'

/** All that is known of how the anchor is watched. */
export interface StandingFacts {
  readonly state: AnchorState['state'] | undefined
  readonly isLost: boolean
  /** The watch itself has said so, lately. */
  readonly isConfirmed: boolean
  /** There is a distance by a fresh position. */
  readonly hasDistance: boolean
  readonly degraded: string | null
  readonly alert: Pick<ShownAlert, 'priority'> | undefined
}

/**
 * `lost`: no line to the boat. `unwatched`: down, and the watch does not speak. `blind`: down, and nobody knows where the
 * boat is. The others are as the watch says; only `well` and `setting` say that nothing is wrong.
 */
export type Standing =
  | 'raised'
  | 'lost'
  | 'unwatched'
  | 'blind'
  | 'alarm'
  | 'warning'
  | 'caution'
  | 'degraded'
  | 'setting'
  | 'well'

const byAlert = (alert: StandingFacts['alert']): Standing | undefined => {
  if (alert === undefined) return undefined
  if (isAlarm(alert)) return 'alarm'
  return alert.priority === 'warning' ? 'warning' : 'caution'
}

/** The gravest comes first: that all is well is said only when nothing else is to be said. */
export const standingOf = (facts: StandingFacts): Standing => {
  const { state } = facts
  if (facts.isLost) return 'lost'
  if (state === undefined || state === 'raised') return 'raised'
  if (!facts.isConfirmed) return 'unwatched'
  const told = byAlert(facts.alert)
  if (told === 'alarm') return told
  if (!facts.hasDistance) return 'blind'
  if (told !== undefined) return told
  if (facts.degraded !== null) return 'degraded'
  return state === 'setting' ? 'setting' : 'well'
}

export type Tone = 'calm' | 'caution' | 'warning' | 'alarm' | 'unknown'

const tones: Readonly<Record<Standing, Tone>> = {
  raised: 'calm',
  lost: 'unknown',
  unwatched: 'alarm',
  blind: 'warning',
  alarm: 'alarm',
  warning: 'warning',
  caution: 'caution',
  degraded: 'caution',
  setting: 'calm',
  well: 'calm',
}

export const toneOf = (standing: Standing): Tone => tones[standing]

/** From here on the boat is near the edge; as the watch has it. */
const nearEdge = 0.85

/** How the circle looks: unknown when nobody knows how the boat lies in it, and red only while there is an alarm. */
export const circleTone = (standing: Standing, fill: number): Tone => {
  if (standing === 'lost' || standing === 'unwatched' || standing === 'blind') return 'unknown'
  if (standing === 'alarm') return 'alarm'
  return fill >= nearEdge ? 'warning' : 'calm'
}
