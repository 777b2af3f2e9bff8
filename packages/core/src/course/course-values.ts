import { bearingBetween, courseGuidancePath, noCourseGuidance } from '@marinedata/model'
import type { CourseGuidance, NextLeg, PathMetadata, PathValue, Position } from '@marinedata/model'
import type { Leg, Progress } from './leg.ts'

const base = 'navigation.courseGreatCircle'

const valuesOf = (values: Readonly<Record<string, unknown>>): PathValue[] =>
  Object.entries(values).map(([name, value]) => ({ path: `${base}.${name}`, value }))

/** The values published for a course. Values that depend on the boat's position are null while it is unknown. */
export const courseValues = (
  { start, end }: Leg,
  progress: Progress | null,
  { nextLeg, guidance }: { readonly nextLeg: NextLeg | null; readonly guidance: CourseGuidance },
): PathValue[] => [
  ...valuesOf({
    'previousPoint.position': start,
    'previousPoint.distance': progress?.sailed ?? null,
    'nextPoint.position': end,
    'nextPoint.distance': progress?.distance ?? null,
    'nextPoint.bearingTrue': progress?.bearing ?? null,
    bearingTrackTrue: bearingBetween(start, end),
    crossTrackError: progress?.crossTrack ?? null,
    nextLeg,
  }),
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
    path: `${base}.nextLeg`,
    value: { description: 'The next leg that waits for the crew to advance; null when none waits' },
  },
  {
    path: courseGuidancePath,
    value: { description: 'Everything that an autopilot needs to follow the course, from one position' },
  },
]
