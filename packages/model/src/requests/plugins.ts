import { Type, type Static } from '#schema-language.ts'
import { Timestamp } from '#data/delta.ts'
import { Completed } from './devices/autopilot.ts'
import { BusReport } from './buses.ts'

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
 * Lifecycle state of a plugin. `waiting`: it failed and restarts soon. `quarantined`: it failed repeatedly and is
 * stopped until a person restarts or enables it, or the server restarts. `safe-mode`: the server was started without
 * plugins. `needs-sandbox`: the settings require a sandbox and none is available. `needs-consent`: its claims exceed
 * what an owner approved. `unusable`: it cannot be loaded.
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
  'processes',
  'flooding',
  'stderr-flooding',
  'protocol',
  'stop-ignored',
] as const
/** How a plugin process can fail. */
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
    online: Type.Boolean({ description: 'false while its plugin is not running' }),
    details: Type.Unknown(),
    report: Type.Unknown({ description: 'the last report of the device; null before the first' }),
    reportedAt: orNull(Timestamp),
  },
  { $id: 'PluginDevice' },
)
export type PluginDevice = Static<typeof PluginDevice>

export const inputStates = ['found', 'used', 'silent', 'lost', 'refused'] as const
/**
 * State of an input. `found`: it sends data, but is not in use. `used`: its data is read. `silent`: it is present,
 * but sends no readable data. `lost`: it is in use, but not present. `refused`: the operating system denies access.
 */
export const InputState = Type.Enum([...inputStates], { $id: 'InputState' })
export type InputState = (typeof inputStates)[number]

/** An input or output of a plugin: a serial port, a radio, a gateway, or a place to which data is sent. */
export const PluginInput = Type.Object(
  {
    id: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$',
      description:
        'stays the same when it is plugged in again; the parameter of the actions `use` and `release`',
    }),
    name: Type.String({ minLength: 1, maxLength: 128, description: 'display name' }),
    address: Type.String({ minLength: 1, maxLength: 256, description: 'device path or network address' }),
    protocol: Type.String({ minLength: 1, maxLength: 64, description: '`NMEA 0183`' }),
    speed: Type.Optional(Type.Integer({ minimum: 1, description: 'baud; absent while unknown' })),
    state: InputState,
    chosen: Type.Boolean({ description: 'true when it is in use: its data is read whenever it is present' }),
    rate: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'received sentences or messages per second; absent where nothing is received',
      }),
    ),
    sent: Type.Optional(
      Type.Number({
        minimum: 0,
        description: 'sent sentences or messages per second; absent where nothing is sent',
      }),
    ),
    clients: Type.Optional(
      Type.Integer({ minimum: 0, description: 'connected clients; only of a server, while it is open' }),
    ),
    lastMessage: Type.Optional(
      Type.String({ maxLength: 100, description: 'received; or sent, where nothing is received' }),
    ),
    received: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'number of sentences or messages since the plugin started',
      }),
    ),
    damaged: Type.Integer({
      minimum: 0,
      description: 'number of damaged sentences or messages, which were ignored',
    }),
    error: Type.Optional(
      Type.Object(
        { at: Timestamp, message: Type.String({ minLength: 1, maxLength: 256 }) },
        { additionalProperties: false, description: 'the last error' },
      ),
    ),
  },
  { $id: 'PluginInput', additionalProperties: false },
)
export type PluginInput = Static<typeof PluginInput>

/** Maximum number of reported inputs. A plugin that finds more reports the first ones. */
export const maxInputs = 64

/** One right that a plugin requests. An owner approves it by enabling the plugin. */
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
      'read-log',
      'notification',
      'answer-alerts',
      'provide',
      'resource',
      'offer-bus',
      'hear-bus',
      'send-bus',
      'page',
      'request',
      'grant-read',
      'grant-ports',
    ]),
    value: Type.String(),
  },
  { $id: 'PluginClaim' },
)
export type PluginClaim = Static<typeof PluginClaim>

/** What an owner decides before two plugins run together. */
export const PluginConflict = Type.Object(
  {
    kind: Type.Enum(['name', 'anchor', 'autopilot', 'resource', 'notification', 'path'], {
      description:
        'the same name, a second anchor watch, a second autopilot plugin on one kind of bus, the same kind of resources, or an alert or value that both compute',
    }),
    plugin: Type.String({ description: 'the other plugin, which is enabled or part of the server' }),
    value: Type.String({ description: 'what both have: the name, the kind, or the path' }),
  },
  { $id: 'PluginConflict' },
)
export type PluginConflict = Static<typeof PluginConflict>

/** The operating system's sandbox for plugins. */
export const PluginSandbox = Type.Object(
  {
    active: Type.Boolean({ description: 'false: plugins run with the Node.js permission model only' }),
    reason: Type.Optional(Type.String({ description: 'why no sandbox is available' })),
  },
  { $id: 'PluginSandbox' },
)
export type PluginSandbox = Static<typeof PluginSandbox>

/** State and statistics of a plugin. */
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
      description: 'number of refused requests, by reason',
    }),
    noiseBytes: Type.Integer({ description: 'bytes written to stdout outside the protocol' }),
    unanswered: Type.Integer({ description: 'number of commands not answered in time' }),
    manifest: Type.Unknown({ description: 'the manifest; null when it cannot be read' }),
    devices: Type.Array(PluginDevice),
    inputs: Type.Array(PluginInput, {
      description: 'the inputs last reported; empty while the plugin is not running',
    }),
    buses: Type.Array(BusReport, {
      description: 'the buses that it offers; empty while the plugin is not running',
    }),
    sandbox: orNull(PluginSandbox),
    newClaims: Type.Array(PluginClaim, {
      description: 'claims that no owner has approved; the plugin does not run until an owner approves them',
    }),
    conflicts: Type.Array(PluginConflict, {
      description: 'with plugins that are enabled; empty when the plugin itself is enabled',
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
  { $id: 'PluginLog', description: 'the latest lines, oldest first' },
)
export type PluginLog = Static<typeof PluginLog>

/** All settings of a plugin, valid by the plugin's own schema. */
export const PluginSettings = Type.Record(Type.String(), Type.Unknown(), { $id: 'PluginSettings' })
export type PluginSettings = Static<typeof PluginSettings>

/** The success body of an action, with the plugin's result, if any. */
export const ActionCompleted = Type.Object(
  { ...Completed.properties, result: Type.Optional(Type.Unknown()) },
  { $id: 'ActionCompleted' },
)
export type ActionCompleted = Static<typeof ActionCompleted>

const usedBytes = (description: string) => orNull(Type.Integer({ minimum: 0, description }))
const limit = Type.Integer({ minimum: 1 })

/** What all plugins use together, and what they may use. */
export const PluginBudget = Type.Object(
  {
    plugins: Type.Object({ used: Type.Integer({ minimum: 0 }), limit }, { description: 'enabled plugins' }),
    memory: Type.Object(
      { usedBytes: usedBytes('null when it cannot be measured'), limitBytes: limit },
      { description: 'memory of their processes, without what they share with other processes' },
    ),
    storage: Type.Object(
      { usedBytes: usedBytes('null until it is measured'), limitBytes: limit },
      { description: 'files in their data folders' },
    ),
  },
  { $id: 'PluginBudget' },
)
export type PluginBudget = Static<typeof PluginBudget>
