import type { ValuesAt } from './written-days.ts'

const degree = Math.PI / 180
const knot = 1_852 / 3_600

/** A wave around a mean; hours per period. */
const wave = (at: number, hours: number, phase = 0): number =>
  Math.sin((at / (hours * 3_600_000)) * 2 * Math.PI + phase)

/** The values of a sailing boat at a time. The wind passes north, and the boat sails in wide circles. */
export const sailingValues: ValuesAt = (at) => ({
  'navigation.position': {
    latitude: 50.4 + 0.05 * wave(at, 7),
    longitude: -3.4 + 0.08 * wave(at, 9, 1),
  },
  'navigation.speedOverGround': (5 + 2 * wave(at, 3) + 0.4 * wave(at, 0.05)) * knot,
  'environment.wind.speedTrue': (12 + 5 * wave(at, 11) + 2 * wave(at, 0.1)) * knot,
  'environment.wind.directionTrue':
    ((((20 * wave(at, 13) + 4 * wave(at, 0.2)) % 360) + 360) * degree) % (2 * Math.PI),
  'environment.depth.belowKeel': 18 + 8 * wave(at, 5) + 0.5 * wave(at, 0.3),
  'environment.outside.pressure': 101_300 + 900 * wave(at, 60),
  'electrical.batteries.house.voltage': 12.8 + 0.5 * wave(at, 24),
  'navigation.courseOverGroundTrue': (at / 3_600_000) % (2 * Math.PI),
})
