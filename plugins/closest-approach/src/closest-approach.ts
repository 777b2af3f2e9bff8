import { distanceBetween, dot, earthRadius, later, scaled, sum, velocityOf, type Craft } from './craft.ts'
import type { Metres, MetresPerSecond, Seconds } from './units.ts'

/** How near two craft come to each other if both go on as they do. */
export interface ClosestApproach {
  /** How near that is. */
  readonly distance: Metres
  /**
   * Until then. Negative when it has passed, as radars tell it: they were that near so long ago, and draw apart. Zero when
   * neither draws nearer: they stay as near as they are.
   */
  readonly timeTo: Seconds
}

/** Slower than this towards each other is not to be told from the noise of two receivers. */
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
