import { Type, type Static } from '#schema-language.ts'
import { Completed } from './autopilot.ts'
import { Position } from '#data/position.ts'

const strict = { additionalProperties: false } as const

/** Radius of the alarm area in metres. */
export const AnchorRadiusRequest = Type.Object(
  { value: Type.Number({ minimum: 5, maximum: 2000, description: 'metres' }) },
  { $id: 'AnchorRadiusRequest', ...strict },
)
export type AnchorRadiusRequest = Static<typeof AnchorRadiusRequest>

/** Rode out and depth at the anchor, both in metres, from which the anchor's position is calculated. */
export const AnchorRepositionRequest = Type.Object(
  {
    rodeLength: Type.Number({ exclusiveMinimum: 0, description: 'metres' }),
    anchorDepth: Type.Number({ minimum: 0, description: 'metres' }),
  },
  { $id: 'AnchorRepositionRequest', ...strict },
)
export type AnchorRepositionRequest = Static<typeof AnchorRepositionRequest>

const metresOrNull = Type.Union([Type.Number(), Type.Null()], { description: 'metres' })

export const AnchorState = Type.Object(
  {
    state: Type.Enum(['raised', 'setting', 'watching']),
    position: Type.Union([Position, Type.Null()]),
    maxRadius: metresOrNull,
    currentRadius: metresOrNull,
    rodeLength: metresOrNull,
    bearingTrue: Type.Union([Type.Number(), Type.Null()], { description: 'radians' }),
  },
  { $id: 'AnchorState' },
)
export type AnchorState = Static<typeof AnchorState>

export const AnchorCompleted = Type.Object(
  { ...Completed.properties, anchor: AnchorState },
  { $id: 'AnchorCompleted' },
)
export type AnchorCompleted = Static<typeof AnchorCompleted>
