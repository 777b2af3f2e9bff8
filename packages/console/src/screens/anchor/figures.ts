import { degree, wrapFull, wrapHalf, radians } from '@marinedata/model'
import { clampedRadius, radiusLimits, upToFive } from '#alerts/alert.ts'
import type { Boat } from '#boat/boat.ts'
import { depthDatumOf, depthPaths } from '#boat/depth.ts'
import { ageOf, numberIn, type Age } from '#boat/values.ts'
import { unitsOf, type UnitPreset, type Units } from '#units/quantities.ts'

/** How lengths are formatted and parsed. All values are in metres. */
export interface LengthUnit {
  readonly unit: 'm' | 'ft'
  readonly metres: number
  /** Change by one press on plus or minus. */
  readonly step: number
}

const metre: LengthUnit = { unit: 'm', metres: 1, step: 5 }
const foot: LengthUnit = { unit: 'ft', metres: 0.3048, step: 15 }

export const lengthUnitOf = (units: UnitPreset | Units): LengthUnit =>
  unitsOf(units).depth === 'ft' ? foot : metre

/** Formats a length for a field: whole, or with one digit if small. */
export const lengthText = (metres: number, { metres: size }: LengthUnit): string => {
  const value = metres / size
  return value < 20 && !Number.isInteger(value)
    ? value.toFixed(1).replace('.0', '')
    : String(Math.round(value))
}

/** Parses a length to metres; undefined if invalid. Accepts a decimal comma. */
export const lengthTyped = (text: string, { metres: size }: LengthUnit): number | undefined => {
  const clean = text.trim().replace(',', '.')
  if (!/^\d{1,4}(?:\.\d{1,2})?$/.test(clean)) return undefined
  return Number(clean) * size
}

/** A radius one step larger or smaller, in metres; whole in the user's unit. */
export const steppedRadius = (
  metres: number,
  direction: 1 | -1,
  { metres: size, step }: LengthUnit,
): number => (Math.round(metres / size) + direction * step) * size

/** Metres; undefined if unknown. */
interface RodeFacts {
  readonly rode: number
  readonly depth: number
  /** From the water to the bow roller. */
  readonly bowHeight: number | undefined
  /** From the bow to the antenna. */
  readonly fromBow: number | undefined
}

const usualBowHeight = 1
const usualFromBow = 10
/** Error of the receiver and of the anchor position, in metres. */
const margin = 10
const leastRadius = 30

/**
 * The smallest radius that taps lead to, in metres. A rode longer than that swings the boat beyond a smaller circle; a
 * smaller one can be typed.
 */
export const leastTapped = (rode: number | undefined): number =>
  rode !== undefined && rode <= leastRadius ? radiusLimits.least : leastRadius

/** Maximum speed over ground for dropping an anchor on purpose; metres per second. */
export const fastestDrop = 1.5

/** Metres of rode for each metre of depth below the bow; undefined if there is no depth. */
export const scopeOf = ({
  rode,
  depth,
  bowHeight = 0,
}: Pick<RodeFacts, 'rode' | 'depth' | 'bowHeight'>): number | undefined => {
  const height = depth + bowHeight
  return height > 0 && rode > 0 ? rode / height : undefined
}

/**
 * Radius for a length of rode: the farthest possible position of the boat and a margin. Undefined if the rode does not
 * reach the seabed. Used when the anchor position is fixed; when it is calculated, the watch suggests the radius.
 */
export const radiusForRode = ({
  rode,
  depth,
  bowHeight = usualBowHeight,
  fromBow = usualFromBow,
}: RodeFacts): number | undefined => {
  const height = depth + bowHeight
  if (rode <= height) return undefined
  const swing = Math.sqrt(rode ** 2 - height ** 2) + fromBow
  return clampedRadius(Math.max(leastRadius, upToFive(swing + margin)))
}

/** Share of the radius that is used; 1 is the limit. */
export const fillOf = (distance: number, limit: number): number => (limit > 0 ? distance / limit : 0)

const threeDigits = (degrees: number): string => String((Math.round(degrees) + 360) % 360).padStart(3, '0')

/** A bearing in radians as three digits. */
export const bearingText = (bearing: number): string => threeDigits(bearing / degree)

/** Parses a bearing to radians; undefined if invalid. Accepts a decimal comma. */
export const bearingTyped = (text: string): number | undefined => {
  const clean = text.trim().replace(',', '.')
  if (!/^\d{1,3}(?:\.\d)?$/.test(clean) || Number(clean) > 360) return undefined
  return (Number(clean) % 360) * degree
}

/** Adds degrees to a bearing. */
export const bearingTurned = (bearing: number | undefined, by: number): string =>
  threeDigits((bearing ?? 0) / degree + by)

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

const firstReceived = <Path extends string>(boat: Sight, paths: readonly Path[]): Path | undefined =>
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
const soundedPaths = ['environment.depth.belowTransducer', 'environment.depth.belowKeel'] as const

/** The depth as every screen shows it. */
export const depthOf = (boat: Sight): Figure => figureAt(boat, depthDatumOf(boat.values).path)

/** Depth of the water, for the scope: below the surface if available, otherwise another depth. */
export const waterDepthOf = (boat: Sight): Figure => {
  const surface = figureAt(boat, 'environment.depth.belowSurface')
  if (surface.value !== undefined) return surface
  return figureAt(boat, firstReceived(boat, soundedPaths) ?? soundedPaths[0])
}

export const anchorPaths = [
  'navigation.headingTrue',
  'navigation.headingMagnetic',
  'navigation.magneticVariation',
  'navigation.speedOverGround',
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
/** The wind that this boat has: true, otherwise apparent. */
export const windPathOf = (boat: Sight): (typeof windPaths)[number] =>
  firstReceived(boat, windPaths) ?? windPaths[0]
export const windOf = (boat: Sight): Figure => figureAt(boat, windPathOf(boat))
export const windDirectionOf = (boat: Sight): Figure => figureAt(boat, 'environment.wind.directionTrue')

export const bowHeightOf = ({ values }: Sight): number | undefined =>
  numberIn(values.of('design.bowAnchorHeight').value)
export const fromBowOf = ({ values }: Sight): number | undefined =>
  numberIn(values.of('sensors.gps.fromBow').value)
