import { lengthOf, type Vector } from '#water/plane.ts'
import type { Metres } from '#water/units.ts'

/** The prior of the centre. */
export interface Belief {
  readonly centre: Vector
  readonly deviation: Metres
}

export interface Swing {
  /** The centre of the swing. */
  readonly centre: Vector
  readonly radius: Metres
  /** Uncertainty of the centre in its worst direction. */
  readonly deviation: Metres
}

/** Expected distance of a point from the circle. */
const offCircle: Metres = 4
/** Effective number of points: consecutive points are correlated. */
const worth = 12
const steps = 5

/** A symmetric 2×2 matrix. */
interface Spread {
  northNorth: number
  northEast: number
  eastEast: number
}

interface Slope extends Spread {
  north: number
  east: number
}

interface Seen {
  readonly distances: readonly Metres[]
  readonly radius: Metres
  /** Whether the radius follows from the points and is not limited by the largest possible distance. */
  readonly isFree: boolean
}

const look = (places: readonly Vector[], centre: Vector, farthest: Metres): Seen => {
  const distances = places.map(({ north, east }) =>
    Math.max(1e-3, lengthOf({ north: north - centre.north, east: east - centre.east })),
  )
  const mean = distances.reduce((total, distance) => total + distance, 0) / distances.length
  return { distances, radius: Math.min(mean, farthest), isFree: mean <= farthest }
}

/** The gradient of the points and its weight. */
const slopeOf = (places: readonly Vector[], centre: Vector, seen: Seen): Slope => {
  const away = places.map(({ north, east }, index) => {
    const distance = seen.distances[index] ?? 1
    return { north: (centre.north - north) / distance, east: (centre.east - east) / distance }
  })
  const shared = { north: 0, east: 0 }
  if (seen.isFree)
    for (const { north, east } of away) {
      shared.north += north / away.length
      shared.east += east / away.length
    }
  const slope: Slope = { north: 0, east: 0, northNorth: 0, northEast: 0, eastEast: 0 }
  for (const [index, each] of away.entries()) {
    const [north, east] = [each.north - shared.north, each.east - shared.east]
    const off = (seen.distances[index] ?? 0) - seen.radius
    slope.north += north * off
    slope.east += east * off
    slope.northNorth += north * north
    slope.northEast += north * east
    slope.eastEast += east * east
  }
  return slope
}

/** Combines points and prior by their weights. */
const weighed = (
  slope: Slope,
  centre: Vector,
  { belief, count }: { belief: Belief; count: number },
): Slope => {
  const weight = Math.min(1, worth / count) / offCircle ** 2
  const held = 1 / belief.deviation ** 2
  return {
    north: weight * slope.north + held * (centre.north - belief.centre.north),
    east: weight * slope.east + held * (centre.east - belief.centre.east),
    northNorth: weight * slope.northNorth + held,
    northEast: weight * slope.northEast,
    eastEast: weight * slope.eastEast + held,
  }
}

const determinant = ({ northNorth, northEast, eastEast }: Spread): number =>
  northNorth * eastEast - northEast ** 2

const stepOf = (slope: Slope): Vector => {
  const size = determinant(slope)
  return {
    north: -(slope.eastEast * slope.north - slope.northEast * slope.east) / size,
    east: -(slope.northNorth * slope.east - slope.northEast * slope.north) / size,
  }
}

/** The deviation in the direction with the least information. */
const weakest = (spread: Spread): Metres => {
  const half = (spread.northNorth + spread.eastEast) / 2
  const least = half - Math.sqrt(Math.max(0, half ** 2 - determinant(spread)))
  return 1 / Math.sqrt(Math.max(least, 1e-9))
}

/**
 * Fits the circle on which the boat swings to its track and a prior of the centre. Without a prior a short arc would
 * fit any circle; with one it moves the centre only as far as the data allow.
 * @param farthest largest possible distance of the boat from the centre
 */
export const fitSwing = (places: readonly Vector[], belief: Belief, farthest: Metres = Infinity): Swing => {
  let { centre } = belief
  if (places.length === 0) return { centre, radius: 0, deviation: belief.deviation }
  const about = { belief, count: places.length }
  for (let step = 0; step < steps; step++) {
    const slope = slopeOf(places, centre, look(places, centre, farthest))
    const { north, east } = stepOf(weighed(slope, centre, about))
    centre = { north: centre.north + north, east: centre.east + east }
  }
  const seen = look(places, centre, farthest)
  const deviation = weakest(weighed(slopeOf(places, centre, seen), centre, about))
  return { centre, radius: seen.radius, deviation }
}
