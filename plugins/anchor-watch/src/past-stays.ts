import { Type, type Static } from '@marinedata/model'
import type { Stay } from './stay.ts'
import type { Seconds } from './water/units.ts'

export const mostStays = 20

const metres = Type.Number({ minimum: 0 })

/** A past stay as it is stored. */
export const PastStay = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    depth: Type.Union([metres, Type.Null()]),
    begun: Type.Number({ description: 'seconds of wall-clock time, as is the end' }),
    ended: Type.Number(),
    radius: metres,
    farthest: metres,
  },
  { additionalProperties: false },
)
export type PastStay = Static<typeof PastStay>

const decimetre = (value: number): number => Math.round(value * 10) / 10

/** Adds a stay, latest first, and drops the oldest beyond the limit. */
export const withStay = (stays: readonly PastStay[], stay: Stay, ended: Seconds): readonly PastStay[] => {
  const { anchor, begun, circle } = stay.state
  const past: PastStay = {
    ...anchor.place,
    depth: anchor.depth,
    begun: Math.round(begun),
    ended: Math.round(ended),
    radius: circle.radius,
    farthest: decimetre(stay.farthest),
  }
  return [past, ...stays].slice(0, mostStays)
}
