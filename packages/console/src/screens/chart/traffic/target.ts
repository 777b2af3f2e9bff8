import type { Place } from '#boat/reading.ts'

/** How near another vessel comes and when, as the boat has worked it out. */
export interface Approach {
  /** Metres. */
  readonly distance: number
  /** Seconds; negative when it has passed. */
  readonly timeTo: number
}

/** What the boat warns of. */
export type Danger = 'alarm' | 'warn'

/** Another vessel, as the chart shows it. */
export interface Target {
  readonly context: string
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
}

/** What is still to come, then what has passed, then what nobody knows. */
const turnOf = ({ approach }: Pick<Target, 'approach'>): number => {
  if (approach === undefined) return 2
  return approach.timeTo < 0 ? 1 : 0
}

/** Whoever is soonest closest comes first; who has passed comes after, the latest first. */
export const byTimeToApproach = (one: Target, other: Target): number => {
  const order = turnOf(one) - turnOf(other)
  if (order !== 0) return order
  const [mine, theirs] = [one.approach?.timeTo ?? 0, other.approach?.timeTo ?? 0]
  if (mine !== theirs) return turnOf(one) === 0 ? mine - theirs : theirs - mine
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
