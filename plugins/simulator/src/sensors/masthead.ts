import type { Apparent } from '../hull/hull.ts'
import type { Random } from '../sea/random.ts'
import { degrees, wrapHalf, type MetresPerSecond } from '../units.ts'
import { difference, directionOf, lengthOf, vectorOf } from '../vector.ts'

const angleNoise = degrees(2.5)
/** A share of the speed. */
const speedNoise = 0.03

/** Wind vane and cups, with the motion of the mast. */
export const sensedWind = ({ angle, speed }: Apparent, noise: number, random: Random): Apparent => ({
  angle: wrapHalf(angle + noise * angleNoise * random.normal()),
  speed: Math.max(0, speed * (1 + noise * speedNoise * random.normal())),
})

/** The true wind over the water from the bow, computed from the apparent wind as instruments do. */
export const trueWindFrom = ({ angle, speed }: Apparent, throughWater: MetresPerSecond): Apparent => {
  // In the frame of the boat, where the bow is north.
  const over = difference(vectorOf(angle, speed), { north: throughWater, east: 0 })
  return { angle: wrapHalf(directionOf(over)), speed: lengthOf(over) }
}
