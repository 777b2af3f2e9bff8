import type { Apparent } from '../hull/hull.ts'
import type { Chance } from '../sea/chance.ts'
import { degrees, wrapHalf, type MetresPerSecond } from '../units.ts'
import { difference, directionOf, lengthOf, vectorOf } from '../vector.ts'

const angleNoise = degrees(2.5)
/** Of the speed. */
const speedNoise = 0.03

/** Vane and cups, and all the motion of the mast. */
export const sensedWind = ({ angle, speed }: Apparent, noise: number, chance: Chance): Apparent => ({
  angle: wrapHalf(angle + noise * angleNoise * chance.normal()),
  speed: Math.max(0, speed * (1 + noise * speedNoise * chance.normal())),
})

/** The true wind over the water, from the bow, as instruments work it out of the apparent one. */
export const trueWindFrom = ({ angle, speed }: Apparent, throughWater: MetresPerSecond): Apparent => {
  // In the frame of the boat, where the bow is north: the wind's coming-from, less the way of the boat.
  const over = difference(vectorOf(angle, speed), { north: throughWater, east: 0 })
  return { angle: wrapHalf(directionOf(over)), speed: lengthOf(over) }
}
