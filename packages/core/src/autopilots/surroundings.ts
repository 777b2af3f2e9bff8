import { wrapFull, type NorthReference, type Radians } from '@marinedata/model'

/** What the boat itself measures; undefined when there is no fresh value. */
export interface Surroundings {
  /** Where the bow points, positive clockwise from that north. */
  heading(north: NorthReference): Radians | undefined
  /** Where the boat goes over ground, positive clockwise from that north; undefined while it hardly moves. */
  course(north: NorthReference): Radians | undefined
  /** The apparent wind angle, positive to starboard. */
  windAngle(): Radians | undefined
}

/** Metres per second; below it a receiver's course over ground is noise. */
const leastSpeed = 0.5

/** Both norths of a direction; without a value of its own, one is the other turned by the variation. */
const directionFrom = (
  read: (path: string) => number | undefined,
  pathByNorth: Readonly<Record<NorthReference, string>>,
): ((north: NorthReference) => Radians | undefined) => {
  const other = { true: 'magnetic', magnetic: 'true' } as const
  return (north) => {
    const own = read(pathByNorth[north])
    if (own !== undefined) return own
    const converted = read(pathByNorth[other[north]])
    // Positive to the east: the true direction is the magnetic one plus the variation.
    const variation = read('navigation.magneticVariation')
    if (converted === undefined || variation === undefined) return undefined
    return wrapFull(north === 'true' ? converted + variation : converted - variation)
  }
}

/** The surroundings as they are in the tree. @param read gives a fresh number of the own vessel */
export const surroundingsFrom = (read: (path: string) => number | undefined): Surroundings => {
  const course = directionFrom(read, {
    true: 'navigation.courseOverGroundTrue',
    magnetic: 'navigation.courseOverGroundMagnetic',
  })
  return {
    heading: directionFrom(read, {
      true: 'navigation.headingTrue',
      magnetic: 'navigation.headingMagnetic',
    }),
    course: (north) => ((read('navigation.speedOverGround') ?? 0) < leastSpeed ? undefined : course(north)),
    windAngle: () => read('environment.wind.angleApparent'),
  }
}
