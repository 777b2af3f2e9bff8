import { Type, type Static } from '#schema-language.ts'
import { autopilotNotificationNames, Condition } from '#data/notification.ts'
import { TurnDirection } from './autopilot.ts'
import { Actor } from '#naming/actor.ts'
import { DeviceId } from '#naming/source-names.ts'

const strict = { additionalProperties: false } as const
const name = Type.String({ minLength: 1, maxLength: 64 })

export const modeKinds = ['heading', 'course', 'wind', 'route', 'rudder'] as const
/** The reference that a mode steers by. It determines the range of targets and how they wrap. */
export const ModeKind = Type.Enum([...modeKinds], { $id: 'ModeKind' })
export type ModeKind = (typeof modeKinds)[number]

/** The north reference of a direction. */
export type NorthReference = 'true' | 'magnetic'

export const autopilotOperations = [
  'set-state',
  'set-mode',
  'set-target',
  'step',
  'engage',
  'tack',
  'gybe',
  'dodge',
] as const
/** Operations that a device may support. Disengage is not listed, because every device must support it. */
export const AutopilotOperation = Type.Enum([...autopilotOperations], { $id: 'AutopilotOperation' })
export type AutopilotOperation = (typeof autopilotOperations)[number]

/** The state of an unreachable device; it cannot be set. */
export const offlineState = 'off-line'
/** The mode that a device reports while it dodges; it cannot be set. */
export const dodgeMode = 'dodge'

export const AutopilotMode = Type.Object(
  {
    name,
    kind: ModeKind,
    limit: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1.6,
        description: 'maximum in radians to either side, for the kind "rudder"',
      }),
    ),
    north: Type.Optional(
      Type.Enum(['true', 'magnetic'], {
        description:
          'north reference of targets of the kinds "heading", "course" and "route"; when absent, magnetic for a heading, true for a course and a route',
      }),
    ),
  },
  { $id: 'AutopilotMode', ...strict },
)
export type AutopilotMode = Static<typeof AutopilotMode>

/** Description of a device at registration. */
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
        description: 'seconds within which a report confirms a command; 2 when absent',
      }),
    ),
    silence: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 30,
        description: 'seconds without a report after which the device is off-line; 5 when absent',
      }),
    ),
    steps: Type.Optional(
      Type.Array(Type.Number({ minimum: -Math.PI, maximum: Math.PI }), {
        minItems: 1,
        maxItems: 16,
        description:
          'for the operation "step": the changes of the target that the device has keys for, in radians, positive to starboard',
      }),
    ),
    keepsTarget: Type.Optional(
      Type.Boolean({ description: 'true when a target can be set while the device is not engaged' }),
    ),
  },
  { $id: 'AutopilotDetails', ...strict },
)
export type AutopilotDetails = Static<typeof AutopilotDetails>

const reason = Type.Optional(Type.String({ maxLength: 256 }))
// Object.fromEntries loses the names.
const reasons = Object.fromEntries(autopilotOperations.map((operation) => [operation, reason])) as Record<
  AutopilotOperation,
  typeof reason
>

/** The state of a device as reported by itself. Only reports change the published state. */
export const AutopilotReport = Type.Object(
  {
    state: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'one of the states of the device, or off-line',
    }),
    mode: Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
      description: 'one of the modes of the device, or dodge',
    }),
    target: Type.Union([Type.Number(), Type.Null()], {
      description: 'radians, relative to the mode; a heading while dodging',
    }),
    manoeuvre: Type.Optional(
      Type.Union([
        Type.Object({ kind: Type.Enum(['tack', 'gybe']), direction: TurnDirection }, strict),
        Type.Null(),
      ]),
    ),
    error: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], {
        description: 'radians left to turn, positive to starboard; null or absent when unknown',
      }),
    ),
    crossTrack: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], {
        description: 'metres off the track, positive to starboard; null or absent when unknown',
      }),
    ),
    unavailable: Type.Optional(
      Type.Object(reasons, {
        description: 'operations that are not available now, with the reason as text',
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

/**
 * A command for a device. Targets are absolute, in radians and relative to the mode. A step is relative: it is sent
 * once, and never again.
 */
export const AutopilotCommand = Type.Union(
  [
    command('set-state', { state: name }),
    command('set-mode', { mode: name }),
    command('set-target', { target: Type.Number() }),
    command('step', { change: Type.Number({ description: 'one of the steps of the device' }) }),
    command('engage', {}),
    command('disengage', {}),
    command('tack', { direction: TurnDirection }),
    command('gybe', { direction: TurnDirection }),
    command('dodge', {
      change: Type.Optional(Type.Number({ description: 'change of the present heading; to start dodging' })),
      target: Type.Optional(Type.Number({ description: 'the heading to hold; while dodging' })),
    }),
    command('undodge', {}),
  ],
  { $id: 'AutopilotCommand' },
)
export type AutopilotCommand = Static<typeof AutopilotCommand>

/** An alarm of a device, with one of the standard names. */
export const AutopilotNotification = Type.Object(
  { device: DeviceId, name: Type.Enum([...autopilotNotificationNames]), notification: Condition },
  { $id: 'AutopilotNotification', ...strict },
)
export type AutopilotNotification = Static<typeof AutopilotNotification>

/** A request to take or renew the helm. */
export const HelmRequest = Type.Object(
  {
    ttl: Type.Number({ minimum: 1, maximum: 3_600, description: 'seconds until the helm expires' }),
    label: Type.String({ minLength: 1, maxLength: 64, description: 'name of the holder, shown to others' }),
    takeOver: Type.Optional(Type.Boolean({ description: 'take the helm from the present holder' })),
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

/** The response when the helm was taken. Send `lease` with every command in the header `X-Helm-Lease`. */
export const HelmTaken = Type.Object({ ...HelmState.properties, lease: Type.String() }, { $id: 'HelmTaken' })
export type HelmTaken = Static<typeof HelmTaken>

/** The audit entry of a command. */
export const AuditEntry = Type.Object(
  {
    number: Type.Integer(),
    at: Type.String(),
    kind: Type.Optional(Type.Literal('command', { description: 'absent in the oldest entries' })),
    device: Type.String(),
    actor: Actor,
    asked: Type.Unknown(),
    before: Type.Unknown({ description: 'the report before the command' }),
    sent: Type.Unknown({ description: 'the command sent to the provider; null when none was sent' }),
    reported: Type.Unknown({ description: 'the last report of the device' }),
    outcome: Type.String({ description: 'OK, or the problem code' }),
    milliseconds: Type.Number(),
    previous: Type.String({ description: 'the hash of the previous entry' }),
    hash: Type.String({ description: 'SHA-256 of this entry without `hash`, members in the order above' }),
  },
  { $id: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>
