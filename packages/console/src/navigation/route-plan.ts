import { distanceBetween, nauticalMile } from '@marinedata/model'
import type { Place } from '#boat/values.ts'
import { bearingBetween, lengthOf } from '@marinedata/console-map/earth'
import { unitsOf, type UnitPreset, type Units } from '#units/quantities.ts'

/** A leg with its length in metres, its true bearing in radians, and the seconds from the start of the route. */
export interface PlannedLeg {
  /** Index of the point at its end. */
  readonly index: number
  readonly bearing: number
  readonly distance: number
  readonly secondsToEnd: number
}

/**
 * The legs of a route.
 * @param speed in metres per second
 */
export const planOf = (points: readonly Place[], speed: number): PlannedLeg[] => {
  let sailed = 0
  return points.slice(1).map((to, at) => {
    const from = points[at] ?? to
    const distance = distanceBetween(from, to)
    sailed += distance
    return { index: at + 1, bearing: bearingBetween(from, to), distance, secondsToEnd: sailed / speed }
  })
}

/** In metres per second. */
export const planSpeedLimits = {
  least: 0.5 * (nauticalMile / 3_600),
  usual: 5 * (nauticalMile / 3_600),
  most: 60 * (nauticalMile / 3_600),
} as const

const steps: Readonly<Record<Units['speed'], number>> = {
  kn: 0.5 * (nauticalMile / 3_600),
  'km/h': 1 / 3.6,
  'm/s': 0.5,
}

/** The next plan speed: a multiple of the step of its unit. Undefined beyond the limits. */
export const nextPlanSpeed = (
  speed: number,
  direction: 1 | -1,
  units: UnitPreset | Units,
): number | undefined => {
  const step = steps[unitsOf(units).speed]
  const next = Math.round(speed / step + direction) * step
  const slack = step / 100
  const { least, most } = planSpeedLimits
  return next < least - slack || next > most + slack ? undefined : next
}

/** Minutes to the end of a route: to the next point at the speed made good, then at the plan speed. */
export const minutesToEnd = (
  minutesToNext: number | undefined,
  later: readonly Place[],
  speed: number,
): number | undefined =>
  minutesToNext === undefined ? undefined : minutesToNext + lengthOf(later) / speed / 60
