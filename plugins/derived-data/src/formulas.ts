import { knots, radians, wrapFull, type MetresPerSecond, type Radians } from '@marinedata/model'
import { difference, vectorOf, type Vector } from './vector.ts'

/** A wind as an instrument shows it. */
export interface Wind {
  /** Where it comes from, relative to the bow, positive to starboard. */
  readonly angle: Radians
  readonly speed: MetresPerSecond
}

/** How a boat moves over ground. Without a course its speed must be that of a boat at rest. */
export interface Motion {
  readonly course: Radians | undefined
  readonly speed: MetresPerSecond
}

const atRest: MetresPerSecond = 0.1
const still: Vector = { north: 0, east: 0 }

/** Receivers send no course while the boat does not move. Undefined when the boat moves and its course is unknown. */
const velocityOf = ({ course, speed }: Motion): Vector | undefined => {
  if (course !== undefined) return vectorOf(course, speed)
  return Math.abs(speed) <= atRest ? still : undefined
}

/** Where the wind over the water comes from, relative to the bow, without heel and leeway. */
export const windOverWater = ({ angle, speed }: Wind, throughWater: MetresPerSecond): Vector =>
  difference(vectorOf(angle, speed), { north: throughWater, east: 0 })

/** Where the wind over ground comes from, relative to true north. */
export const windOverGround = (
  { angle, speed }: Wind,
  heading: Radians,
  motion: Motion,
): Vector | undefined => {
  const velocity = velocityOf(motion)
  return velocity && difference(vectorOf(radians(heading + angle), speed), velocity)
}

/** Where the water flows to: what is left of the motion over ground after that through the water. */
export const currentOf = (
  { course, speed }: Motion,
  throughWater: { readonly direction: Radians; readonly speed: MetresPerSecond },
): Vector | undefined => {
  const velocity = velocityOf({ course, speed })
  return velocity && difference(velocity, vectorOf(throughWater.direction, throughWater.speed))
}

const zeroCelsius = 273.15
/** The Magnus formula over water, and the range in which it is within 0.4 K. */
const magnus = { slope: 17.62, offset: 243.12, coldest: -45, warmest: 60 } as const

/** In kelvin; undefined outside of the range of the formula. */
export const dewPoint = (temperature: number, humidity: number): number | undefined => {
  const celsius = temperature - zeroCelsius
  const { slope, offset, coldest, warmest } = magnus
  if (celsius < coldest || celsius > warmest || humidity < 0.01 || humidity > 1) return undefined
  const gamma = Math.log(humidity) + (slope * celsius) / (offset + celsius)
  return zeroCelsius + (offset * gamma) / (slope - gamma)
}

const leastLeewaySpeed = knots(1)
const mostLeeway = radians(Math.PI / 9)

/**
 * Positive to starboard. The usual formula of log computers: coefficient × heel / (speed in knots)². Undefined where it
 * is not valid: below a knot, and above 20°.
 */
export const leeway = (
  coefficient: number,
  heel: Radians,
  throughWater: MetresPerSecond,
): Radians | undefined => {
  if (throughWater < leastLeewaySpeed) return undefined
  const angle = radians((coefficient * heel) / (throughWater / knots(1)) ** 2)
  return Math.abs(angle) > mostLeeway ? undefined : angle
}

/** The heading on the other tack, mirrored about the wind; undefined when the wind is abaft the beam. */
export const otherTack = (heading: Radians, angleToWind: Radians): Radians | undefined =>
  Math.abs(angleToWind) > Math.PI / 2 ? undefined : wrapFull(radians(heading + 2 * angleToWind))
