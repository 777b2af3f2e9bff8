import { wrapFull, radians, type NorthReference, type Radians } from '@marinedata/model'

/** Measurements of the boat's own instruments; undefined without a fresh value. */
export interface Surroundings {
  /** Heading, positive clockwise from the given north. */
  heading(north: NorthReference): Radians | undefined
  /** Course over ground, positive clockwise from the given north; undefined while the boat hardly moves. */
  course(north: NorthReference): Radians | undefined
  /** The apparent wind angle, positive to starboard. */
  windAngle(): Radians | undefined
  /** Metres off the leg of the course, positive to starboard of it. */
  crossTrack(): number | undefined
  /** The magnetic variation, positive to the east. */
  variation(): Radians | undefined
}

/** Metres per second; below this speed the course over ground of a GNSS receiver is noise. */
const leastSpeed = 0.5

/** Reads a direction by north reference. Without a value, converts from the other reference with the variation. */
const directionFrom = (
  read: (path: string) => number | undefined,
  pathByNorth: Readonly<Record<NorthReference, string>>,
): ((north: NorthReference) => Radians | undefined) => {
  const other = { true: 'magnetic', magnetic: 'true' } as const
  return (north) => {
    const own = read(pathByNorth[north])
    if (own !== undefined) return radians(own)
    const converted = read(pathByNorth[other[north]])
    // Positive to the east: the true direction is the magnetic one plus the variation.
    const variation = read('navigation.magneticVariation')
    if (converted === undefined || variation === undefined) return undefined
    return wrapFull(radians(north === 'true' ? converted + variation : converted - variation))
  }
}

/** Reads the surroundings from the tree. @param read returns a fresh number of own ship */
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
    windAngle: () => {
      const angle = read('environment.wind.angleApparent')
      return angle === undefined ? undefined : radians(angle)
    },
    crossTrack: () => read('navigation.courseGreatCircle.crossTrackError'),
    variation: () => {
      const variation = read('navigation.magneticVariation')
      return variation === undefined ? undefined : radians(variation)
    },
  }
}
