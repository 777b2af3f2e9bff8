import { Type, type Static } from '#schema-language.ts'
import { Completed } from './autopilot.ts'
import { Severity } from '#data/notification.ts'
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

const metresOrNull = Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description: 'metres' })
const words = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: 1024 }), Type.Null()], { description }))

/** What the watch thinks of how the boat lies; it becomes `notifications.navigation.anchor`. */
export const AnchorAlert = Type.Object(
  {
    level: Severity,
    message: Type.String({ maxLength: 1024 }),
    since: Type.Optional(Type.String({ maxLength: 64, description: 'ISO 8601; when this level began' })),
    reason: Type.Optional(Type.String({ maxLength: 64, description: 'one word for programs' })),
  },
  { $id: 'AnchorAlert' },
)
export type AnchorAlert = Static<typeof AnchorAlert>

const reported = {
  state: Type.Enum(['raised', 'setting', 'watching']),
  position: Type.Union([Position, Type.Null()], { description: 'of the anchor' }),
  maxRadius: metresOrNull,
  currentRadius: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'metres from the anchor by a fresh position; null without one',
  }),
  rodeLength: metresOrNull,
  bearingTrue: Type.Union([Type.Number(), Type.Null()], {
    description: 'radians, from the bow to the anchor',
  }),
  alert: Type.Optional(AnchorAlert),
  since: words('ISO 8601; when the anchor went down'),
  degraded: words('why the watch is less than it should be; null when it is not'),
  source: words('the source of the position that it goes by'),
  suggestedRadius: Type.Optional(metresOrNull),
}

/**
 * What a provider says of the anchor; nothing else changes what others see of it. To be told after every command, and at
 * least every few seconds while the anchor is down: silence means that nobody watches. More may stand in it, and is not
 * passed on.
 */
export const AnchorReport = Type.Object(reported, { $id: 'AnchorReport' })
export type AnchorReport = Static<typeof AnchorReport>

/** The members of a report, of which a state is made. */
export const anchorReportMembers = Object.keys(reported) as readonly (keyof AnchorReport)[]

/** The anchor as the provider last told it, and whether that can be relied on. */
export const AnchorState = Type.Object(
  {
    ...reported,
    device: Type.Optional(Type.String({ description: 'the provider’s name for it' })),
    online: Type.Optional(Type.Boolean({ description: 'the provider can be reached' })),
    confirmed: Type.Optional(
      Type.Boolean({ description: 'false while this is only what was last heard, and nobody watches' }),
    ),
  },
  { $id: 'AnchorState' },
)
export type AnchorState = Static<typeof AnchorState>

/** What a provider may say of itself when it registers. */
export const AnchorDetails = Type.Object(
  {
    confirm: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 10,
        description: 'seconds until a report shows an effect; 2 when absent',
      }),
    ),
    silence: Type.Optional(
      Type.Number({
        minimum: 2,
        maximum: 60,
        description: 'seconds without a report, while the anchor is down, that mean off-line; 15 when absent',
      }),
    ),
  },
  { $id: 'AnchorDetails', ...strict },
)
export type AnchorDetails = Static<typeof AnchorDetails>

const command = <Name extends string, Input extends Parameters<typeof Type.Object>[0]>(
  name: Name,
  input: Input,
) => Type.Object({ name: Type.Literal(name), input: Type.Object(input, strict) })

/** What a provider is asked to do. Metres. */
export const AnchorCommand = Type.Union(
  [
    command('drop', {}),
    command('radius', AnchorRadiusRequest.properties),
    command('reposition', AnchorRepositionRequest.properties),
    command('raise', {}),
  ],
  { $id: 'AnchorCommand' },
)
export type AnchorCommand = Static<typeof AnchorCommand>

export const AnchorCompleted = Type.Object(
  { ...Completed.properties, anchor: AnchorState },
  { $id: 'AnchorCompleted' },
)
export type AnchorCompleted = Static<typeof AnchorCompleted>
