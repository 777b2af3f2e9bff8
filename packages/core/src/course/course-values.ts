import { bearingBetween, courseGuidancePath, noCourseGuidance } from '@marinedata/model'
import type {
  CourseAnswer,
  CourseGuidance,
  NextLeg,
  PathMetadata,
  PathValue,
  Position,
} from '@marinedata/model'
import type { Leg, Progress } from './leg.ts'

const base = 'navigation.courseGreatCircle'

const valuesOf = (values: Readonly<Record<string, unknown>>): PathValue[] =>
  Object.entries(values).map(([name, value]) => ({ path: `${base}.${name}`, value }))

const providedValues = (
  provider: string | null,
  { velocityMadeGood, timeToGo }: Pick<CourseAnswer, 'velocityMadeGood' | 'timeToGo'>,
): PathValue[] =>
  valuesOf({
    provider,
    'nextPoint.velocityMadeGood': velocityMadeGood ?? null,
    'nextPoint.timeToGo': timeToGo ?? null,
  })

/** Published when the server computes the course again after a provider. */
export const notProvidedValues: readonly PathValue[] = providedValues(null, {})

const progressValues = ({ sailed, distance, bearing, legBearing, crossTrack, provided }: Progress) => [
  ...valuesOf({
    'previousPoint.distance': sailed,
    'nextPoint.distance': distance,
    'nextPoint.bearingTrue': bearing,
    bearingTrackTrue: legBearing,
    crossTrackError: crossTrack,
  }),
  ...(provided === undefined ? [] : providedValues(provided.provider, provided.answer)),
]

/** The values while the position of the boat is unknown. */
const noProgressValues = ({ start, end }: Leg): PathValue[] =>
  valuesOf({
    'previousPoint.distance': null,
    'nextPoint.distance': null,
    'nextPoint.bearingTrue': null,
    bearingTrackTrue: bearingBetween(start, end),
    crossTrackError: null,
  })

/** The values published for a course. Values that depend on the boat's position are null while it is unknown. */
export const courseValues = (
  leg: Leg,
  progress: Progress | null,
  { nextLeg, guidance }: { readonly nextLeg: NextLeg | null; readonly guidance: CourseGuidance },
): PathValue[] => [
  ...valuesOf({ 'previousPoint.position': leg.start, 'nextPoint.position': leg.end }),
  ...(progress === null ? noProgressValues(leg) : progressValues(progress)),
  ...valuesOf({ nextLeg }),
  { path: courseGuidancePath, value: guidance },
]

const nowhere: Position = { latitude: 0, longitude: 0 }

/** The values published when a course ends: all null, and invalid guidance. */
export const noCourseValues: readonly PathValue[] = courseValues({ start: nowhere, end: nowhere }, null, {
  nextLeg: null,
  guidance: noCourseGuidance,
}).map(({ path, value }) => ({ path, value: path === courseGuidancePath ? value : null }))

/** Metadata that the table of known paths lacks. */
export const courseMetadata: readonly PathMetadata[] = [
  {
    path: `${base}.nextPoint.position`,
    value: { description: 'The position of nextPoint in two dimensions' },
  },
  {
    path: `${base}.nextPoint.distance`,
    value: { description: "The distance between the vessel's present position and nextPoint", units: 'm' },
  },
  {
    path: `${base}.nextPoint.bearingTrue`,
    value: {
      description: "The bearing from the vessel's present position to nextPoint, relative to true north",
      units: 'rad',
    },
  },
  {
    path: `${base}.nextPoint.velocityMadeGood`,
    value: { description: 'Speed towards nextPoint', units: 'm/s' },
  },
  {
    path: `${base}.nextPoint.timeToGo`,
    value: { description: 'Time until the vessel is at nextPoint', units: 's' },
  },
  {
    path: `${base}.provider`,
    value: { description: 'The plugin that computed these values; null when the server did' },
  },
  {
    path: `${base}.nextLeg`,
    value: { description: 'The next leg that waits for the crew to advance; null when none waits' },
  },
  {
    path: courseGuidancePath,
    value: { description: 'Everything that an autopilot needs to follow the course, from one position' },
  },
]
