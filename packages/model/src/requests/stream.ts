import { Type, type Static } from '#schema-language.ts'
import { BoundingBox } from '#data/position.ts'

const strict = { additionalProperties: false } as const

export const SubscriptionPolicy = Type.Enum(['instant', 'ideal', 'fixed'], { $id: 'SubscriptionPolicy' })
export type SubscriptionPolicy = 'instant' | 'ideal' | 'fixed'

const period = Type.Optional(Type.Integer({ minimum: 10, maximum: 3_600_000, description: 'milliseconds' }))
// A pattern has the same maximum length as a path.
const pattern = Type.String({ minLength: 1, maxLength: 256 })

/** One subscription: paths and how often they are sent. */
export const SubscriptionRequest = Type.Object(
  {
    path: pattern,
    period,
    minPeriod: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_600_000, description: 'milliseconds' })),
    policy: Type.Optional(SubscriptionPolicy),
    format: Type.Optional(Type.Literal('delta')),
    sources: Type.Optional(
      Type.Enum(['preferred', 'all'], { description: 'only the preferred source of a path, or all sources' }),
    ),
  },
  { $id: 'SubscriptionRequest', ...strict },
)
export type SubscriptionRequest = Static<typeof SubscriptionRequest>

/** `context` is a pattern too: `vessels.self`, `vessels.*`, `*`. */
export const SubscribeMessage = Type.Object(
  {
    context: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
    bbox: Type.Optional(BoundingBox),
    subscribe: Type.Array(SubscriptionRequest, { maxItems: 256 }),
    sendCachedValues: Type.Optional(Type.Boolean()),
    sendMeta: Type.Optional(Type.Enum(['all', 'none'])),
    requestId: Type.Optional(Type.String({ maxLength: 128 })),
  },
  { $id: 'SubscribeMessage', ...strict },
)
export type SubscribeMessage = Static<typeof SubscribeMessage>

export const UnsubscribeMessage = Type.Object(
  {
    context: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
    unsubscribe: Type.Array(Type.Object({ path: pattern }, strict), { maxItems: 256 }),
    requestId: Type.Optional(Type.String({ maxLength: 128 })),
  },
  { $id: 'UnsubscribeMessage', ...strict },
)
export type UnsubscribeMessage = Static<typeof UnsubscribeMessage>

export const Hello = Type.Object(
  {
    name: Type.String(),
    version: Type.String(),
    self: Type.String(),
    timestamp: Type.String(),
    roles: Type.Array(Type.String()),
    sequence: Type.Integer(),
  },
  { $id: 'Hello' },
)
export type Hello = Static<typeof Hello>

/** Sent every second, so that a client can detect a dead connection. */
export const Heartbeat = Type.Object(
  { heartbeat: Type.Object({ timestamp: Type.String(), sequence: Type.Integer() }) },
  { $id: 'Heartbeat' },
)
export type Heartbeat = Static<typeof Heartbeat>

export const StreamQuery = Type.Object(
  {
    subscribe: Type.Optional(Type.Enum(['self', 'all', 'none'])),
    sendCachedValues: Type.Optional(Type.Boolean()),
    sendMeta: Type.Optional(Type.Enum(['all', 'none'])),
  },
  { $id: 'StreamQuery', ...strict },
)
export type StreamQuery = Static<typeof StreamQuery>
