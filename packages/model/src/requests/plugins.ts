import { Type, type Static } from '#schema-language.ts'
import { Timestamp } from '#data/delta.ts'
import { Completed } from './autopilot.ts'

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

export const pluginStates = [
  'disabled',
  'starting',
  'running',
  'stopping',
  'waiting',
  'quarantined',
  'safe-mode',
  'needs-sandbox',
  'needs-consent',
  'unusable',
] as const
/**
 * Where a plugin is in its life. `waiting`: it failed and is started again soon. `quarantined`: it failed too often and
 * stays down until someone restarts or enables it, or the server is restarted. `safe-mode`: nothing runs, as the server was
 * asked. `needs-sandbox`: the settings require a sandbox, and there is none. `needs-consent`: it claims more than an owner
 * agreed to. `unusable`: it cannot be read.
 */
export const PluginState = Type.Enum([...pluginStates], { $id: 'PluginState' })
export type PluginState = (typeof pluginStates)[number]

export const pluginFaultKinds = [
  'crashed',
  'exited',
  'start-failed',
  'start-timeout',
  'hung',
  'memory',
  'flooding',
  'stderr-flooding',
  'protocol',
  'stop-ignored',
] as const
/** What can become of a plugin's process. */
export const PluginFaultKind = Type.Enum([...pluginFaultKinds], { $id: 'PluginFaultKind' })
export type PluginFaultKind = (typeof pluginFaultKinds)[number]

export const PluginFault = Type.Object(
  { kind: PluginFaultKind, message: Type.String(), at: Timestamp },
  { $id: 'PluginFault' },
)
export type PluginFault = Static<typeof PluginFault>

export const PluginDevice = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    online: Type.Boolean({ description: 'false while its plugin is down' }),
    details: Type.Unknown(),
    report: Type.Unknown({ description: 'what the device last said of itself; null when it has not' }),
    reportedAt: orNull(Timestamp),
  },
  { $id: 'PluginDevice' },
)
export type PluginDevice = Static<typeof PluginDevice>

export const inputStates = ['found', 'used', 'silent', 'lost', 'refused'] as const
/**
 * How it stands with an input. `found`: it speaks, and nobody uses it. `used`: its data flows. `silent`: it is there, and
 * nothing that can be understood comes from it. `lost`: it was chosen, and is gone. `refused`: the machine does not let it
 * be read.
 */
export const InputState = Type.Enum([...inputStates], { $id: 'InputState' })
export type InputState = (typeof inputStates)[number]

/** A line into the boat that a plugin has found: a serial port, a radio, an instrument's gateway. */
export const PluginInput = Type.Object(
  {
    id: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
      description: 'the same whenever it is plugged in again; what the actions `use` and `release` take',
    }),
    name: Type.String({ minLength: 1, maxLength: 128, description: 'what people call it' }),
    address: Type.String({ minLength: 1, maxLength: 256, description: 'where it is on this machine' }),
    protocol: Type.String({ minLength: 1, maxLength: 64, description: '`NMEA 0183`' }),
    speed: Type.Optional(Type.Integer({ minimum: 1, description: 'baud; absent while it is not known' })),
    state: InputState,
    chosen: Type.Boolean({ description: 'someone uses it: its data flows whenever it is there' }),
    rate: Type.Number({ minimum: 0, description: 'sentences or messages a second' }),
    lastSentence: Type.Optional(Type.String({ maxLength: 100 })),
    damaged: Type.Integer({ minimum: 0, description: 'what came damaged and was left out' }),
    error: Type.Optional(
      Type.Object(
        { at: Timestamp, message: Type.String({ minLength: 1, maxLength: 256 }) },
        { additionalProperties: false, description: 'what went wrong last, in plain words' },
      ),
    ),
  },
  { $id: 'PluginInput', additionalProperties: false },
)
export type PluginInput = Static<typeof PluginInput>

/** More inputs than a boat has; a plugin that finds more tells the first of them. */
export const mostInputs = 64

/** Something that a plugin claims for itself, and that an owner agrees to by enabling it. */
export const PluginClaim = Type.Object(
  {
    kind: Type.Enum([
      'package',
      'program',
      'need',
      'write',
      'write-context',
      'write-source',
      'read',
      'read-context',
      'notification',
      'provide',
      'grant',
    ]),
    value: Type.String(),
  },
  { $id: 'PluginClaim' },
)
export type PluginClaim = Static<typeof PluginClaim>

/** Whether plugins run in a sandbox of the operating system. */
export const PluginSandbox = Type.Object(
  {
    active: Type.Boolean({ description: 'false: they run with the permissions of Node only' }),
    reason: Type.Optional(Type.String({ description: 'why there is none' })),
  },
  { $id: 'PluginSandbox' },
)
export type PluginSandbox = Static<typeof PluginSandbox>

/** Everything that is known of a plugin. */
export const PluginReport = Type.Object(
  {
    name: Type.String(),
    version: orNull(Type.String()),
    description: orNull(Type.String()),
    origin: Type.Enum(['folder', 'first-party', 'given'], {
      description: 'found in the plugins folder, part of the product, or named when the server was started',
    }),
    enabled: Type.Boolean(),
    state: PluginState,
    since: Timestamp,
    status: orNull(
      Type.Object({
        level: Type.Enum(['ok', 'warning', 'error']),
        message: Type.String(),
      }),
    ),
    pid: orNull(Type.Integer()),
    restarts: Type.Integer({ description: 'since the server started' }),
    lastFault: orNull(PluginFault),
    quarantine: orNull(Type.String({ description: 'why it was stopped' })),
    faults: Type.Record(Type.String(), Type.Integer(), { description: 'by kind, since the server started' }),
    cpuSeconds: orNull(Type.Number({ description: 'of the present process' })),
    cpuShare: orNull(Type.Number({ description: 'of one core, over the last seconds' })),
    residentBytes: orNull(Type.Integer()),
    messagesPerSecond: Type.Number(),
    deltasPerSecond: Type.Number(),
    refused: Type.Record(Type.String(), Type.Integer(), {
      description: 'what it asked for and did not get, by reason',
    }),
    noiseBytes: Type.Integer({ description: 'written to stdout beside the protocol' }),
    unanswered: Type.Integer({ description: 'commands that it did not answer in time' }),
    manifest: Type.Unknown({ description: 'what it is and may do; null when it cannot be read' }),
    devices: Type.Array(PluginDevice),
    inputs: Type.Array(PluginInput, {
      description: 'what it last told of its inputs; none while it does not run',
    }),
    sandbox: orNull(PluginSandbox),
    newClaims: Type.Array(PluginClaim, {
      description: 'what it claims beyond what an owner agreed to; it does not run until an owner approves',
    }),
  },
  { $id: 'PluginReport' },
)
export type PluginReport = Static<typeof PluginReport>

export const PluginList = Type.Record(Type.String(), PluginReport, { $id: 'PluginList' })
export type PluginList = Static<typeof PluginList>

export const PluginLog = Type.Array(
  Type.Object({
    at: Timestamp,
    level: Type.Enum(['debug', 'info', 'warn', 'error']),
    message: Type.String(),
  }),
  { $id: 'PluginLog', description: 'the newest lines, oldest first' },
)
export type PluginLog = Static<typeof PluginLog>

/** The body of a change of settings: the whole of them, by the plugin's own schema. */
export const PluginSettings = Type.Record(Type.String(), Type.Unknown(), { $id: 'PluginSettings' })
export type PluginSettings = Static<typeof PluginSettings>

/** The success body of an action: what the plugin gave back, if anything. */
export const ActionCompleted = Type.Object(
  { ...Completed.properties, result: Type.Optional(Type.Unknown()) },
  { $id: 'ActionCompleted' },
)
export type ActionCompleted = Static<typeof ActionCompleted>
