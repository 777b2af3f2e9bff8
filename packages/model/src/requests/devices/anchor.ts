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

/** Length of the rode and depth at the anchor, both in metres. */
export const AnchorRepositionRequest = Type.Object(
  {
    rodeLength: Type.Number({ exclusiveMinimum: 0, description: 'metres' }),
    anchorDepth: Type.Number({ minimum: 0, description: 'metres' }),
  },
  { $id: 'AnchorRepositionRequest', ...strict },
)
export type AnchorRepositionRequest = Static<typeof AnchorRepositionRequest>

/** A time in the recorded track. The anchor is set at the boat's position at that time. */
export const AnchorTrackRequest = Type.Object({ time: Timestamp }, { $id: 'AnchorTrackRequest', ...strict })
export type AnchorTrackRequest = Static<typeof AnchorTrackRequest>

/** The position of the anchor. */
export const AnchorPlaceRequest = Type.Object(
  { latitude: Position.properties.latitude, longitude: Position.properties.longitude },
  { $id: 'AnchorPlaceRequest', ...strict },
)
export type AnchorPlaceRequest = Static<typeof AnchorPlaceRequest>

const metresOrNull = Type.Union([Type.Number({ minimum: 0 }), Type.Null()], { description: 'metres' })
const words = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: 1024 }), Type.Null()], { description }))

/** The alert state of the anchor watch, published as `notifications.navigation.anchor`. */
export const AnchorAlert = Type.Object(
  {
    level: Severity,
    message: Type.String({ maxLength: 1024 }),
    since: Type.Optional(Type.String({ maxLength: 64, description: 'ISO 8601; start of this level' })),
    reason: Type.Optional(Type.String({ maxLength: 64, description: 'machine-readable reason' })),
    episode: Type.Optional(Episode),
    isAcknowledged: Type.Optional(
      Type.Boolean({ description: 'true when the anchor watch got the acknowledgement' }),
    ),
  },
  { $id: 'AnchorAlert' },
)
export type AnchorAlert = Static<typeof AnchorAlert>

const reported = {
  state: Type.Enum(['raised', 'setting', 'watching']),
  position: Type.Union([Position, Type.Null()], { description: 'position of the anchor' }),
  maxRadius: metresOrNull,
  currentRadius: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'metres between boat and anchor; null without a fresh position',
  }),
  rodeLength: metresOrNull,
  bearingTrue: Type.Union([Type.Number(), Type.Null()], {
    description: 'radians, from the bow to the anchor',
  }),
  alert: Type.Optional(AnchorAlert),
  since: words('ISO 8601; when the anchor was dropped'),
  degraded: words('why the anchor watch is limited; null when it is not'),
  source: words('the source of the position in use'),
  suggestedRadius: Type.Optional(metresOrNull),
}

/**
 * The state of the anchor as reported by a provider. Only reports change the published state. Send one after every
 * command, and every few seconds while the anchor is down: without reports the watch is off-line. Additional members
 * are ignored.
 */
export const AnchorReport = Type.Object(reported, { $id: 'AnchorReport' })
export type AnchorReport = Static<typeof AnchorReport>

/** The members of a report that are copied to the state. */
export const anchorReportMembers = Object.keys(reported) as readonly (keyof AnchorReport)[]

/** The last report of the provider, with its reliability. */
export const AnchorState = Type.Object(
  {
    ...reported,
    device: Type.Optional(Type.String({ description: 'the device id given by the provider' })),
    online: Type.Optional(Type.Boolean({ description: 'true while the provider reports' })),
    confirmed: Type.Optional(
      Type.Boolean({ description: 'false while the provider is off-line and this is its last known state' }),
    ),
    saved: Type.Optional(
      Type.Boolean({
        description: 'false while the state is not on disk; a restart would restore an earlier state',
      }),
    ),
  },
  { $id: 'AnchorState' },
)
export type AnchorState = Static<typeof AnchorState>

/** Options of a provider at registration. */
export const AnchorDetails = Type.Object(
  {
    confirm: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 10,
        description: 'seconds within which a report confirms a command; 2 when absent',
      }),
    ),
    silence: Type.Optional(
      Type.Number({
        minimum: 2,
        maximum: 60,
        description:
          'seconds without a report after which it is off-line while the anchor is down; 15 when absent',
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

/** Commands that a provider must support. Lengths are in metres. */
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

/** Optional commands. A provider that does not support one rejects it with `unsupported-action`. */
export const AnchorExtraCommand = Type.Union(
  [
    command('veer', AnchorRepositionRequest.properties),
    command('set-from-track', AnchorTrackRequest.properties),
    command('set-at', AnchorPlaceRequest.properties),
  ],
  { $id: 'AnchorExtraCommand' },
)
export type AnchorExtraCommand = Static<typeof AnchorExtraCommand>

/** Queries to a provider, without side effects. The answer to `track` is AnchorTrack, to `stays` AnchorStays. */
export const AnchorQuestion = Type.Union([command('track', {}), command('stays', {})], {
  $id: 'AnchorQuestion',
})
export type AnchorQuestion = Static<typeof AnchorQuestion>

/** The boat's track during this stay, or in the last six hours while the anchor is up. */
export const AnchorTrack = Type.Object(
  {
    state: reported.state,
    track: Type.Array(
      Type.Tuple([
        Timestamp,
        Type.Number({ minimum: -90, maximum: 90, description: 'latitude' }),
        Type.Number({ minimum: -180, maximum: 180, description: 'longitude' }),
      ]),
      { maxItems: 600, description: 'time, latitude and longitude; oldest first' },
    ),
  },
  { $id: 'AnchorTrack', ...strict },
)
export type AnchorTrack = Static<typeof AnchorTrack>

/** Past stays, latest first. */
export const AnchorStays = Type.Object(
  {
    stays: Type.Array(
      Type.Object(
        {
          position: Position,
          from: Timestamp,
          to: Timestamp,
          maxRadius: Type.Number({ minimum: 0, description: 'metres; radius at the end of the stay' }),
          farthest: Type.Number({
            minimum: 0,
            description: 'metres; largest distance between boat and anchor',
          }),
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
