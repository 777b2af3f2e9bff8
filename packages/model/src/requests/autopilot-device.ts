import { Type, type Static } from '#schema-language.ts'
import { autopilotNotificationNames, Condition } from '#data/notification.ts'
import { TurnDirection } from './autopilot.ts'
import { DeviceId } from '#naming/source-names.ts'

const strict = { additionalProperties: false } as const
const name = Type.String({ minLength: 1, maxLength: 64 })

export const modeKinds = ['heading', 'course', 'wind', 'route', 'rudder'] as const
/** What a mode steers by. The kind gives the range of its targets and how they wrap. */
export const ModeKind = Type.Enum([...modeKinds], { $id: 'ModeKind' })
export type ModeKind = (typeof modeKinds)[number]

/** The north that a direction is measured from. */
export type NorthReference = 'true' | 'magnetic'

export const autopilotOperations = [
  'set-state',
  'set-mode',
  'set-target',
  'engage',
  'tack',
  'gybe',
  'dodge',
] as const
/** What a device can be asked for. Disengaging is not among them: every device can. */
export const AutopilotOperation = Type.Enum([...autopilotOperations], { $id: 'AutopilotOperation' })
export type AutopilotOperation = (typeof autopilotOperations)[number]

/** The state that says that a device cannot be reached; it is never chosen. */
export const offlineState = 'off-line'
/** The mode that a device reports while it dodges; it is never chosen. */
export const dodgeMode = 'dodge'

export const AutopilotMode = Type.Object(
  {
    name,
    kind: ModeKind,
    limit: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1.6,
        description: 'radians to either side, for the kind "rudder"',
      }),
    ),
    north: Type.Optional(
      Type.Enum(['true', 'magnetic'], {
        description:
          'what targets of the kinds "heading" and "course" refer to; when absent, magnetic for a heading and true for a course',
      }),
    ),
  },
  { $id: 'AutopilotMode', ...strict },
)
export type AutopilotMode = Static<typeof AutopilotMode>

/** What a provider says of a device when it registers it. */
export const AutopilotDetails = Type.Object(
  {
    states: Type.Array(
      Type.Object(
        { name, engaged: Type.Boolean({ description: 'true when the device steers in this state' }) },
        strict,
      ),
      { minItems: 1, maxItems: 32 },
    ),
    modes: Type.Array(AutopilotMode, { minItems: 1, maxItems: 32 }),
    operations: Type.Array(AutopilotOperation, { maxItems: autopilotOperations.length }),
    confirm: Type.Optional(
      Type.Number({
        minimum: 0.1,
        maximum: 10,
        description: 'seconds until a report shows an effect; 2 when absent',
      }),
    ),
    silence: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 30,
        description: 'seconds without a report that mean off-line; 5 when absent',
      }),
    ),
    keepsTarget: Type.Optional(
      Type.Boolean({ description: 'true when a target can be set while it does not steer' }),
    ),
  },
  { $id: 'AutopilotDetails', ...strict },
)
export type AutopilotDetails = Static<typeof AutopilotDetails>

/** What a device itself says. Nothing else changes what others see of it. */
export const AutopilotReport = Type.Object(
  {
    state: Type.String({ minLength: 1, maxLength: 64, description: 'one of its states, or off-line' }),
    mode: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
      description: 'one of its modes, or dodge',
    }),
    target: Type.Union([Type.Number(), Type.Null()], {
      description: 'radians, relative to the mode; while it dodges, a heading',
    }),
    manoeuvre: Type.Optional(
      Type.Union([
        Type.Object({ kind: Type.Enum(['tack', 'gybe']), direction: TurnDirection }, strict),
        Type.Null(),
      ]),
    ),
    error: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], {
        description:
          'radians that are still to turn, positive to starboard; null or absent when it does not know',
      }),
    ),
    crossTrack: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], {
        description:
          'metres off the track, positive to starboard of it; null or absent when it does not know',
      }),
    ),
    unavailable: Type.Optional(
      Type.Partial(Type.Record(AutopilotOperation, Type.String({ maxLength: 256 })), {
        description: 'what it cannot do just now, and why, in its own words',
      }),
    ),
  },
  { $id: 'AutopilotReport', ...strict },
)
export type AutopilotReport = Static<typeof AutopilotReport>

const command = <Name extends string, Input extends Parameters<typeof Type.Object>[0]>(
  verb: Name,
  input: Input,
) => Type.Object({ name: Type.Literal(verb), input: Type.Object(input, strict) })

/** What a provider is asked to have a device do. Targets are absolute and in radians; what they refer to is the mode. */
export const AutopilotCommand = Type.Union(
  [
    command('set-state', { state: name }),
    command('set-mode', { mode: name }),
    command('set-target', { target: Type.Number() }),
    command('engage', {}),
    command('disengage', {}),
    command('tack', { direction: TurnDirection }),
    command('gybe', { direction: TurnDirection }),
    command('dodge', {
      change: Type.Optional(
        Type.Number({ description: 'from the present heading; when it begins to dodge' }),
      ),
      target: Type.Optional(Type.Number({ description: 'the heading to hold; while it dodges' })),
    }),
    command('undodge', {}),
  ],
  { $id: 'AutopilotCommand' },
)
export type AutopilotCommand = Static<typeof AutopilotCommand>

/** An alarm of a device, under one of the normalised names. */
export const AutopilotNotification = Type.Object(
  { device: DeviceId, name: Type.Enum([...autopilotNotificationNames]), notification: Condition },
  { $id: 'AutopilotNotification', ...strict },
)
export type AutopilotNotification = Static<typeof AutopilotNotification>

/** Takes the helm, or keeps it. */
export const HelmRequest = Type.Object(
  {
    ttl: Type.Number({ minimum: 1, maximum: 3_600, description: 'seconds until it expires by itself' }),
    label: Type.String({ minLength: 1, maxLength: 64, description: 'who holds it, for the others to read' }),
    takeOver: Type.Optional(Type.Boolean({ description: 'take it from whoever holds it' })),
  },
  { $id: 'HelmRequest', ...strict },
)
export type HelmRequest = Static<typeof HelmRequest>

export const HelmState = Type.Object(
  {
    held: Type.Boolean(),
    label: Type.Union([Type.String(), Type.Null()]),
    secondsLeft: Type.Union([Type.Number(), Type.Null()]),
  },
  { $id: 'HelmState' },
)
export type HelmState = Static<typeof HelmState>

/** The answer to whoever took the helm; `lease` goes with every command, in the header `X-Helm-Lease`. */
export const HelmTaken = Type.Object({ ...HelmState.properties, lease: Type.String() }, { $id: 'HelmTaken' })
export type HelmTaken = Static<typeof HelmTaken>

/** One command, as it is kept for good. */
export const AuditEntry = Type.Object(
  {
    number: Type.Integer(),
    at: Type.String(),
    kind: Type.Optional(Type.Literal('command', { description: 'the oldest entries do not say it' })),
    device: Type.String(),
    who: Type.String(),
    from: Type.String({ description: 'the address that asked' }),
    asked: Type.Unknown(),
    before: Type.Unknown({ description: 'what the device had reported' }),
    sent: Type.Unknown({ description: 'what the provider was asked; null when nothing was sent' }),
    reported: Type.Unknown({ description: 'what the device reported last' }),
    outcome: Type.String({ description: 'OK, or the code of the problem' }),
    milliseconds: Type.Number(),
    previous: Type.String({ description: 'the hash of the entry before' }),
    hash: Type.String({ description: 'SHA-256 of this entry without it, in the order above' }),
  },
  { $id: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>
