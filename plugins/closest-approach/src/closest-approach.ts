import { earthRadius, type Metres, type MetresPerSecond } from '@marinedata/model'
import { distanceBetween, dot, later, scaled, sum, velocityOf, type Craft } from './craft.ts'
import type { Seconds } from './units.ts'

/** The closest approach of two craft that keep course and speed. */
export interface ClosestApproach {
  /** The distance then. */
  readonly distance: Metres
  /**
   * Time until then. Negative when it has passed, as on radars: they were that close so long ago and diverge. Zero when
   * the distance stays the same.
   */
  readonly timeTo: Seconds
}

/** A lower closing speed cannot be distinguished from the noise of two receivers. */
const leastApproach: MetresPerSecond = 0.1

export const closestApproachOf = (own: Craft, other: Craft): ClosestApproach => {
  const between = sum(other.place, scaled(own.place, -1))
  const drift = sum(velocityOf(other), scaled(velocityOf(own), -1))
  const present = distanceBetween(own, other)
  const squared = dot(drift, drift)
  if (squared < (leastApproach / earthRadius) ** 2) return { distance: present, timeTo: 0 }
  const timeTo = -dot(between, drift) / squared
  const then = distanceBetween(later(own, timeTo), later(other, timeTo))
  return { distance: Math.min(present, then), timeTo }
}
