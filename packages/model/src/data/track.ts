import { Type } from '#schema-language.ts'

/** When and where: Unix milliseconds, then latitude and longitude in degrees, north and east positive. */
export type TrackPoint = readonly [at: number, latitude: number, longitude: number]

// The language writes tuples in a form that the interface's document does not know.
const TrackPoint = Type.Array(Type.Number(), {
  minItems: 3,
  maxItems: 3,
  description: 'Unix milliseconds, latitude, longitude; degrees to the sixth decimal',
})

/** Where the own vessel was. */
export const Track = Type.Object(
  { points: Type.Array(TrackPoint, { description: 'oldest first' }) },
  { $id: 'Track' },
)
export interface Track {
  readonly points: readonly TrackPoint[]
}
