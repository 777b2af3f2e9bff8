import type { LiveGuidance } from '@marinedata/model'
import { CourseOutput, parseSentence, SentenceDecoder } from '@marinedata/nmea0183'
import type { Numbers } from '../../packages/nmea0183/testing/busy-coast.ts'
import { loadParser, type PeerParser } from './peer-parser.ts'

type Values = Readonly<Record<string, unknown>>

/** How many values the peer reads as we do. */
export interface Agreement {
  readonly compared: number
  readonly different: string[]
}

const peerBase = 'navigation.courseRhumbline'

/** More than the rounding of a unit, less than a wrong sign or unit. */
const usualTolerance = 0.005
/** Metres, which the sentences have in hundredths and thousandths of a mile. */
const tolerances: ReadonlyMap<string, number> = new Map([
  [`${peerBase}.nextPoint.distance`, 10],
  [`${peerBase}.crossTrackError`, 1],
])

const isSame = (one: unknown, other: unknown, tolerance: number): boolean => {
  if (typeof one === 'number') return Math.abs(one - Number(other)) <= tolerance
  if (typeof one === 'object' && one !== null)
    return Object.entries(one).every(([name, value]) => isSame(value, (other as Values)[name], tolerance))
  return one === other
}

const peerValues = (parser: PeerParser, line: string): Values => {
  try {
    const values = parser.parse(line)?.updates?.[0]?.values ?? []
    return Object.fromEntries(
      values.filter(({ value }) => value !== null).map(({ path, value }) => [path, value]),
    )
  } catch {
    return {}
  }
}

const compare = (line: string, ours: Values, theirs: Values): Agreement => {
  // The names of types of ships and marks are spelled differently.
  const paths = Object.keys(ours).filter((path) => path in theirs && !path.endsWith('Type'))
  const different = paths
    .filter((path) => !isSame(ours[path], theirs[path], tolerances.get(path) ?? usualTolerance))
    .map((path) => `${line} ${path}: ${JSON.stringify([ours[path], theirs[path]])}`)
  return { compared: paths.length, different }
}

/** A course with random values. */
const guidanceAt = (numbers: Numbers): LiveGuidance => ({
  status: 'live',
  route: null,
  origin: { latitude: 54, longitude: 10 },
  waypoint: {
    name: '',
    number: 1,
    position: { latitude: 180 * numbers.next() - 90, longitude: 360 * numbers.next() - 180 },
  },
  nextWaypoint: null,
  distance: 100_000 * numbers.next(),
  bearing: 6.28 * numbers.next(),
  legBearing: 6.28 * numbers.next(),
  trackBearing: 0,
  courseToSteer: 0,
  crossTrack: 10_000 * (numbers.next() - 0.5),
  isArrived: false,
})

const compareCourse = (parser: PeerParser, numbers: Numbers): Agreement[] => {
  const guidance = guidanceAt(numbers)
  const ours = {
    [`${peerBase}.nextPoint.position`]: guidance.waypoint.position,
    [`${peerBase}.nextPoint.distance`]: guidance.distance,
    [`${peerBase}.nextPoint.bearingTrue`]: guidance.bearing,
    [`${peerBase}.bearingTrackTrue`]: guidance.legBearing,
    [`${peerBase}.crossTrackError`]: guidance.crossTrack,
  }
  return new CourseOutput()
    .write(guidance, new Map())
    .map((line) => compare(line, ours, peerValues(parser, line)))
}

/** Lets the peer read sentences that we wrote, and compares its values with ours. */
export const compareWithPeer = async (lines: readonly string[], numbers: Numbers): Promise<Agreement> => {
  const parser = new (await loadParser())()
  const decoder = new SentenceDecoder({ now: () => 0 })
  const agreements = lines.map((line) => {
    const sentence = parseSentence(line)
    const [reading] = 'fault' in sentence ? [] : decoder.decode(sentence)
    return compare(line, reading?.values ?? {}, peerValues(parser, line))
  })
  const courses = Array.from({ length: 1_000 }, () => compareCourse(parser, numbers)).flat()
  const all = [...agreements, ...courses]
  return {
    compared: all.reduce((sum, { compared }) => sum + compared, 0),
    different: all.flatMap(({ different }) => different),
  }
}
