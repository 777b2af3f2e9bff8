import { wrapFull, wrapHalf } from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import { ageOf, numberIn, type Age } from '#boat/reading.ts'

/** A number that was told or worked out, how sure it is, and since when it is not. */
export interface Figure {
  readonly value: number | undefined
  readonly age: Age
  /** When the oldest of what it is made of was heard; on the clock of `performance.now()`. */
  readonly heardAt: number | undefined
}

export const unknownFigure: Figure = { value: undefined, age: 'dead', heardAt: undefined }

/** The worst first. */
const ages: readonly Age[] = ['dead', 'stale', 'fresh']

/** What is made of several is as old as the oldest of them. */
export const combined = (
  parts: readonly Figure[],
  make: (...values: number[]) => number | undefined,
): Figure => {
  const values = parts.flatMap(({ value }) => (value === undefined ? [] : [value]))
  const age = ages.find((each) => parts.some((part) => part.age === each)) ?? 'dead'
  const times = parts.flatMap(({ heardAt }) => (heardAt === undefined ? [] : [heardAt]))
  const heardAt = times.length === 0 ? undefined : Math.min(...times)
  const value = values.length < parts.length ? undefined : make(...values)
  return value === undefined ? { ...unknownFigure, heardAt } : { value, age, heardAt }
}

type Sight = Pick<Boat, 'values' | 'now' | 'link'>

const figureAt = ({ values, now, link }: Sight, path: string): Figure => {
  const reading = values.of(path).value
  const value = numberIn(reading)
  if (reading === undefined || value === undefined) return { ...unknownFigure, heardAt: reading?.heardAt }
  return { value, age: ageOf(reading, now.value, link.isLost.value), heardAt: reading.heardAt }
}

const firstHeard = (boat: Sight, paths: readonly string[]): string | undefined =>
  paths.find((path) => boat.values.of(path).value !== undefined)

/** From true north; by the compass and the variation where no true heading is told. */
export const headingOf = (boat: Sight): Figure => {
  const trueNorth = figureAt(boat, 'navigation.headingTrue')
  if (trueNorth.value !== undefined) return trueNorth
  const variation = numberIn(boat.values.of('navigation.magneticVariation').value)
  if (variation === undefined) return unknownFigure
  return combined([figureAt(boat, 'navigation.headingMagnetic')], (angle) =>
    wrapFull((angle ?? 0) + variation),
  )
}

const windPaths = ['environment.wind.speedTrue', 'environment.wind.speedApparent'] as const
const depthPaths = ['environment.depth.belowTransducer', 'environment.depth.belowKeel'] as const

/** The water under the boat, from the surface where that is told. */
export const depthOf = (boat: Sight): Figure => {
  const surface = figureAt(boat, 'environment.depth.belowSurface')
  if (surface.value !== undefined) return surface
  return figureAt(boat, firstHeard(boat, depthPaths) ?? depthPaths[0])
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

/** Towards the anchor, from the bow's direction: negative to port. Radians. */
export const bearingOf = (boat: Sight): Figure =>
  combined([figureAt(boat, 'navigation.anchor.bearingTrue'), headingOf(boat)], (bearing = 0, heading = 0) =>
    wrapHalf(bearing - heading),
  )

export const distanceOf = (boat: Sight): Figure => figureAt(boat, 'navigation.anchor.currentRadius')
export const rodeOf = (boat: Sight): Figure => figureAt(boat, 'navigation.anchor.rodeLength')
export const windOf = (boat: Sight): Figure => figureAt(boat, firstHeard(boat, windPaths) ?? windPaths[0])
export const windDirectionOf = (boat: Sight): Figure => figureAt(boat, 'environment.wind.directionTrue')

export const bowHeightOf = ({ values }: Sight): number | undefined =>
  numberIn(values.of('design.bowAnchorHeight').value)
export const fromBowOf = ({ values }: Sight): number | undefined =>
  numberIn(values.of('sensors.gps.fromBow').value)
