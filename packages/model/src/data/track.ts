import { Type } from '#schema-language.ts'

/** Unix milliseconds, then latitude and longitude in degrees, north and east positive. */
export type TrackPoint = readonly [at: number, latitude: number, longitude: number]

// An array, because OpenAPI does not support the form in which TypeBox writes tuples.
const TrackPoint = Type.Array(Type.Number(), {
  minItems: 3,
  maxItems: 3,
  description: 'Unix milliseconds, latitude, longitude; degrees with six decimals',
})

/** The recorded track of the own vessel. */
export const Track = Type.Object(
  { points: Type.Array(TrackPoint, { description: 'oldest first' }) },
  { $id: 'Track' },
)
export interface Track {
  readonly points: readonly TrackPoint[]
}
