import { Type, type Static } from '#schema-language.ts'
import { Completed } from './autopilot.ts'
import { Timestamp } from '#data/delta.ts'
import { Episode, Severity } from '#data/notification.ts'
import { Position } from '#data/position.ts'

const strict = { additionalProperties: false } as const

/** Radius of the alarm area in metres. */
export const AnchorRadiusRequest = Type.Object(
  { value: Type.Number({ minimum: 5, maximum: 2000, description: 'metres' }) },
  { $id: 'AnchorRadiusRequest', ...strict },
)
export type AnchorRadiusRequest = Static<typeof AnchorRadiusRequest>

/** Rode out and depth at the anchor, both in metres. */
export const AnchorRepositionRequest = Type.Object(
  {
    rodeLength: Type.Number({ exclusiveMinimum: 0, description: 'metres' }),
    anchorDepth: Type.Number({ minimum: 0, description: 'metres' }),
  },
  { $id: 'AnchorRepositionRequest', ...strict },
)
export type AnchorRepositionRequest = Static<typeof AnchorRepositionRequest>

/** A moment of the recorded track: the anchor fell where the boat was then. */
export const AnchorTrackRequest = Type.Object({ time: Timestamp }, { $id: 'AnchorTrackRequest', ...strict })
export type AnchorTrackRequest = Static<typeof AnchorTrackRequest>

/** A place on the water: the anchor lies there. */
export const AnchorPlaceRequest = Type.Object(
  { latitude: Position.properties.latitude, longitude: Position.properties.longitude },
  { $id: 'AnchorPlaceRequest', ...strict },
)
export type AnchorPlaceRequest = Static<typeof AnchorPlaceRequest>

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
    episode: Type.Optional(Episode),
    isAcknowledged: Type.Optional(Type.Boolean({ description: 'the watch knows that someone has heard it' })),
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
    saved: Type.Optional(
      Type.Boolean({
        description: 'false while it is not on disk: a restart would bring back an earlier state',
      }),
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

/** What a provider may be asked for besides; one that does not know it refuses with `unsupported-action`. */
export const AnchorExtraCommand = Type.Union(
  [
    command('veer', AnchorRepositionRequest.properties),
    command('set-from-track', AnchorTrackRequest.properties),
    command('set-at', AnchorPlaceRequest.properties),
  ],
  { $id: 'AnchorExtraCommand' },
)
export type AnchorExtraCommand = Static<typeof AnchorExtraCommand>

/** What a provider may be asked to tell: nothing is changed by it. Answered with what has the same name below. */
export const AnchorQuestion = Type.Union([command('track', {}), command('stays', {})], {
  $id: 'AnchorQuestion',
})
export type AnchorQuestion = Static<typeof AnchorQuestion>

/** Where the boat was: during this stay, or in the last six hours while the anchor is up. */
export const AnchorTrack = Type.Object(
  {
    state: reported.state,
    track: Type.Array(
      Type.Tuple([
        Timestamp,
        Type.Number({ minimum: -90, maximum: 90, description: 'latitude' }),
        Type.Number({ minimum: -180, maximum: 180, description: 'longitude' }),
      ]),
      { maxItems: 600, description: 'time, latitude and longitude; the oldest first' },
    ),
  },
  { $id: 'AnchorTrack', ...strict },
)
export type AnchorTrack = Static<typeof AnchorTrack>

/** Stays that are over; the latest first. */
export const AnchorStays = Type.Object(
  {
    stays: Type.Array(
      Type.Object(
        {
          position: Position,
          from: Timestamp,
          to: Timestamp,
          maxRadius: Type.Number({ minimum: 0, description: 'metres; the circle at the end' }),
          farthest: Type.Number({ minimum: 0, description: 'metres that the boat was from the anchor' }),
        },
        strict,
      ),
      { maxItems: 20 },
    ),
  },
  { $id: 'AnchorStays', ...strict },
)
export type AnchorStays = Static<typeof AnchorStays>

export const AnchorCompleted = Type.Object(
  { ...Completed.properties, anchor: AnchorState },
  { $id: 'AnchorCompleted' },
)
export type AnchorCompleted = Static<typeof AnchorCompleted>
