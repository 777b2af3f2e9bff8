import type { NextLeg, PathMetadata, PathValue, Position } from '@marinedata/model'
import { bearingBetween } from './great-circle.ts'
import type { Leg, Progress } from './leg.ts'

const base = 'navigation.courseGreatCircle'

const valuesOf = (values: Readonly<Record<string, unknown>>): PathValue[] =>
  Object.entries(values).map(([name, value]) => ({ path: `${base}.${name}`, value }))

/** What is told of a course. What depends on where the boat is, is not available when that is not known. */
export const courseValues = (
  { start, end }: Leg,
  progress: Progress | null,
  nextLeg: NextLeg | null,
): PathValue[] =>
  valuesOf({
    'previousPoint.position': start,
    'previousPoint.distance': progress?.sailed ?? null,
    'nextPoint.position': end,
    'nextPoint.distance': progress?.distance ?? null,
    'nextPoint.bearingTrue': progress?.bearing ?? null,
    bearingTrackTrue: bearingBetween(start, end),
    crossTrackError: progress?.crossTrack ?? null,
    nextLeg,
  })

const nowhere: Position = { latitude: 0, longitude: 0 }

/** There is no course any more. */
export const noCourseValues: readonly PathValue[] = courseValues(
  { start: nowhere, end: nowhere },
  null,
  null,
).map(({ path }) => ({ path, value: null }))

/** What the table of known paths does not say. */
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
    value: { description: 'The turn that waits for someone to decide it; null when none does' },
  },
]
