import { knots, nauticalMiles } from '@marinedata/model'

const radians = (degrees: number): number => Number(((degrees * Math.PI) / 180).toFixed(4))
const metresPerSecond = (inKnots: number): number => Number(knots(inKnots).toFixed(2))

/** AIS ship types. */
const [fishing, sailing, pleasure, passengers, cargo, tanker] = [30, 36, 37, 60, 70, 80] as const

interface Ship {
  readonly type: number
  /** Degrees from true north, seen from the boat. */
  readonly bearing: number
  /** Nautical miles. */
  readonly range: number
  /** In degrees. */
  readonly course: number
  /** In knots. */
  readonly speed: number
}

const trackOf = ({ type, bearing, range, course, speed }: Ship) => ({
  type,
  bearing: radians(bearing),
  range: Math.round(nauticalMiles(range)),
  course: radians(course),
  speed: metresPerSecond(speed),
})

/**
 * Three miles off Dartmouth in Devon. The boat reaches along the coast with the shore to port, and has room for hours. A
 * fishing boat that leaves the harbour crosses ahead after a quarter of an hour; all others keep clear.
 */
export const offDartmouth = {
  position: { latitude: 50.285, longitude: -3.515 },
  heading: radians(25),
  trueWind: { direction: radians(325), speed: metresPerSecond(13) },
  variation: radians(-1),
  traffic: 0,
  tracks: [
    { type: fishing, bearing: 340, range: 3.4, course: 118, speed: 10.6 },
    { type: sailing, bearing: 60, range: 2, course: 25, speed: 5.6 },
    { type: sailing, bearing: 140, range: 2.4, course: 205, speed: 5.2 },
    { type: fishing, bearing: 95, range: 3.1, course: 30, speed: 3 },
    { type: pleasure, bearing: 165, range: 3.6, course: 195, speed: 12 },
    { type: cargo, bearing: 80, range: 5.4, course: 215, speed: 11 },
    { type: tanker, bearing: 125, range: 5.8, course: 60, speed: 12 },
    { type: passengers, bearing: 55, range: 6.4, course: 200, speed: 17 },
  ].map(trackOf),
} as const

/**
 * Tor Bay in Devon: sheltered from the west, with room to leeward for a dragging boat. Five boats lie around us, and three
 * ships pass outside.
 */
export const torBay = {
  position: { latitude: 50.436, longitude: -3.53 },
  traffic: 0,
  tracks: [
    { type: sailing, bearing: 35, range: 0.11, course: 250, speed: 0 },
    { type: sailing, bearing: 205, range: 0.14, course: 250, speed: 0 },
    { type: pleasure, bearing: 320, range: 0.16, course: 250, speed: 0 },
    { type: sailing, bearing: 120, range: 0.3, course: 250, speed: 0 },
    { type: cargo, bearing: 85, range: 3.2, course: 250, speed: 0 },
    { type: tanker, bearing: 120, range: 5.5, course: 25, speed: 11 },
    { type: fishing, bearing: 75, range: 4, course: 195, speed: 7 },
    { type: sailing, bearing: 100, range: 2.6, course: 190, speed: 5 },
  ].map(trackOf),
} as const
