import { wrapFull, wrapHalf, radians } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { ageOf, numberIn, type Age } from '#boat/reading.ts'

/** A received or calculated number with its age. */
export interface Figure {
  readonly value: number | undefined
  readonly age: Age
  /** When its oldest part was received, on the clock of `performance.now()`. */
  readonly receivedAt: number | undefined
}

export const unknownFigure: Figure = { value: undefined, age: 'dead', receivedAt: undefined }

/** The worst first. */
const ages: readonly Age[] = ['dead', 'stale', 'fresh']

/** Combines several values; the result is as old as the oldest of them. */
export const combined = (
  parts: readonly Figure[],
  make: (...values: number[]) => number | undefined,
): Figure => {
  const values = parts.flatMap(({ value }) => (value === undefined ? [] : [value]))
  const age = ages.find((each) => parts.some((part) => part.age === each)) ?? 'dead'
  const times = parts.flatMap(({ receivedAt }) => (receivedAt === undefined ? [] : [receivedAt]))
  const receivedAt = times.length === 0 ? undefined : Math.min(...times)
  const value = values.length < parts.length ? undefined : make(...values)
  return value === undefined ? { ...unknownFigure, receivedAt } : { value, age, receivedAt }
}

type Sight = Pick<Boat, 'values' | 'now' | 'link'>

const figureAt = ({ values, now, link }: Sight, path: string): Figure => {
  const reading = values.of(path).value
  const value = numberIn(reading)
  if (reading === undefined || value === undefined)
    return { ...unknownFigure, receivedAt: reading?.receivedAt }
  return { value, age: ageOf(reading, now.value, link.isLost.value), receivedAt: reading.receivedAt }
}

const firstReceived = (boat: Sight, paths: readonly string[]): string | undefined =>
  paths.find((path) => boat.values.of(path).value !== undefined)

/** True heading; from the compass and the variation if no true heading is available. */
export const headingOf = (boat: Sight): Figure => {
  const trueNorth = figureAt(boat, 'navigation.headingTrue')
  if (trueNorth.value !== undefined) return trueNorth
  const variation = numberIn(boat.values.of('navigation.magneticVariation').value)
  if (variation === undefined) return unknownFigure
  return combined([figureAt(boat, 'navigation.headingMagnetic')], (angle) =>
    wrapFull(radians((angle ?? 0) + variation)),
  )
}

const windPaths = ['environment.wind.speedTrue', 'environment.wind.speedApparent'] as const
const depthPaths = ['environment.depth.belowTransducer', 'environment.depth.belowKeel'] as const

/** Depth below the surface if available, otherwise another depth. */
export const depthOf = (boat: Sight): Figure => {
  const surface = figureAt(boat, 'environment.depth.belowSurface')
  if (surface.value !== undefined) return surface
  return figureAt(boat, firstReceived(boat, depthPaths) ?? depthPaths[0])
}

export const anchorPaths = [
  'navigation.headingTrue',
  'navigation.headingMagnetic',
  'navigation.magneticVariation',
  'environment.depth.belowSurface',
  ...depthPaths,
  ...windPaths,
  'environment.wind.directionTrue',
  'design.length',
  'design.beam',
  'design.bowAnchorHeight',
  'sensors.gps.fromBow',
  'sensors.gps.fromCenter',
]

/** Direction to the anchor relative to the bow, in radians, negative to port. */
export const bearingOf = (boat: Sight): Figure =>
  combined([figureAt(boat, 'navigation.anchor.bearingTrue'), headingOf(boat)], (bearing = 0, heading = 0) =>
    wrapHalf(radians(bearing - heading)),
  )

export const distanceOf = (boat: Sight): Figure => figureAt(boat, 'navigation.anchor.currentRadius')
export const rodeOf = (boat: Sight): Figure => figureAt(boat, 'navigation.anchor.rodeLength')
export const windOf = (boat: Sight): Figure => figureAt(boat, firstReceived(boat, windPaths) ?? windPaths[0])
export const windDirectionOf = (boat: Sight): Figure => figureAt(boat, 'environment.wind.directionTrue')

export const bowHeightOf = ({ values }: Sight): number | undefined =>
  numberIn(values.of('design.bowAnchorHeight').value)
export const fromBowOf = ({ values }: Sight): number | undefined =>
  numberIn(values.of('sensors.gps.fromBow').value)
