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
/** A position in the changes that the server has sent. A position with the epoch 0 cannot be continued. */
export const StreamPosition = Type.Object(
  {
    epoch: Type.Integer({ minimum: 0, description: 'number of the start of the server' }),
    sequence: Type.Integer({ minimum: 0, description: 'number of the newest change that was received' }),
  },
  {
    $id: 'StreamPosition',
    ...strict,
    description: 'a position in the changes of the server',
  },
)
export type StreamPosition = Static<typeof StreamPosition>

/** Changes that a reader of the log wanted and that the server no longer has. */
export const LogGap = Type.Object(
  {
    from: StreamPosition,
    to: StreamPosition,
    message: Type.String({ description: 'why, as a sentence' }),
  },
  { $id: 'LogGap', ...strict, description: 'changes that the server no longer has' },
)
export type LogGap = Static<typeof LogGap>

/** Where a reader of the log starts: all later changes follow in order. */
export const LogStart = Type.Object(
  { position: Type.Optional(StreamPosition), gap: Type.Optional(LogGap) },
  { $id: 'LogStart', ...strict },
)
export type LogStart = Static<typeof LogStart>

export const SubscribeMessage = Type.Object(
  {
    context: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
    bbox: Type.Optional(BoundingBox),
    subscribe: Type.Array(SubscriptionRequest, { maxItems: 256 }),
    sendCachedValues: Type.Optional(Type.Boolean()),
    sendMeta: Type.Optional(Type.Enum(['all', 'none'])),
    log: Type.Optional(
      Type.Boolean({ description: 'whether every change is sent, in order, as long as the server has it' }),
    ),
    from: Type.Optional(StreamPosition),
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
    epoch: Type.Integer(),
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
