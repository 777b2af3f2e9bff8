import {
  AutopilotNotification,
  Delta,
  DeviceId,
  Condition,
  LogStart,
  maxInputs,
  PluginInput,
  SubscribeMessage,
  Type,
  type Scope,
  type Static,
  type TSchema,
  UnsubscribeMessage,
} from '@marinedata/model'
import { alertServerVerbs } from './alert-verbs.ts'
import { answerPluginVerbs, answerServerVerbs } from './answer-verbs.ts'
import { busPluginVerbs, busServerVerbs } from './bus-verbs.ts'
import { ProviderKind } from './device-kinds.ts'
import { rpcLimits, storageLimits } from './limits.ts'
import { PluginManifest } from './manifest.ts'
import { pagePluginVerbs } from './page-verbs.ts'
import { resourceServerVerbs } from './resource-verbs.ts'

const strict = { additionalProperties: false } as const
const nothing = Type.Object({}, strict)
const record = Type.Record(Type.String({ maxLength: 128 }), Type.Unknown())

/** A verb of the protocol: one JSON-RPC method. A request has a response, a notification has none. */
export interface Verb {
  readonly kind: 'request' | 'notification'
  /** The scope that the caller needs. */
  readonly scope: Scope
  readonly summary: string
  readonly params: TSchema
  /** The schema that the receiver validates, where it is weaker than `params`. */
  readonly checked?: TSchema
  readonly result?: TSchema
}

/** Verbs that the server calls in a plugin. */
export const pluginVerbs = {
  hello: {
    kind: 'request',
    scope: 'plugin',
    summary:
      'The first message. The plugin answers with one of the protocol versions that the server offers. Nothing else is sent before.',
    params: Type.Object(
      {
        protocols: Type.Array(Type.Integer(), {
          description: 'protocol versions that the server supports',
        }),
        server: Type.Object({ name: Type.String(), version: Type.String() }),
      },
      { $id: 'HelloParams' },
    ),
    result: Type.Object(
      { protocol: Type.Integer(), manifest: Type.Optional(PluginManifest) },
      { $id: 'HelloResult', ...strict },
    ),
  },
  start: {
    kind: 'request',
    scope: 'plugin',
    summary:
      'Start. The plugin answers when its devices are registered and its subscriptions are made. An error means that it cannot start.',
    params: Type.Object(
      {
        settings: Type.Record(Type.String(), Type.Unknown(), {
          description: 'validated with the schema of the manifest',
        }),
        self: Type.String({ description: 'the full context of the own vessel' }),
        folder: Type.Optional(Type.String({ description: 'its own folder; only with the need `database`' })),
      },
      { $id: 'StartParams' },
    ),
    result: nothing,
  },
  stop: {
    kind: 'request',
    scope: 'plugin',
    summary: 'Stop all work, answer, and exit. The server kills a plugin that is still running 1.5 s later.',
    params: nothing,
    result: nothing,
  },
  ping: {
    kind: 'request',
    scope: 'plugin',
    summary:
      'Sent every 0.75 s. A plugin that had processor time and does not answer for 1.2 s hangs: the server kills and restarts it.',
    params: nothing,
    result: nothing,
  },
  command: {
    kind: 'request',
    scope: 'plugin',
    summary:
      'A command to a device of the plugin, or, without `device`, an action of its manifest. `$/cancelRequest` cancels it. After the deadline nobody waits for the answer, and the plugin must not carry the command out.',
    params: Type.Object(
      {
        device: Type.Optional(DeviceId),
        name: Type.String({ maxLength: 64 }),
        input: Type.Optional(Type.Unknown()),
        deadline: Type.Number({ description: 'seconds from now' }),
      },
      { $id: 'CommandParams' },
    ),
    result: Type.Object({ result: Type.Optional(Type.Unknown()) }, { $id: 'CommandResult', ...strict }),
  },
  deltas: {
    kind: 'notification',
    scope: 'plugin',
    summary:
      'Deltas of the subscriptions. A plugin that reads slowly gets the latest values only, marked `conflated`.',
    params: Type.Object({ deltas: Type.Array(Type.Unknown()) }, { $id: 'DeltasParams' }),
  },
  ...busPluginVerbs,
  ...answerPluginVerbs,
  ...pagePluginVerbs,
} as const satisfies Record<string, Verb>

const StorageKey = Type.String({ $id: 'StorageKey', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$' })
const NotificationPath = Type.String({ maxLength: 256, pattern: '^notifications\\.' })

/** Verbs that a plugin calls in the server. */
export const serverVerbs = {
  publish: {
    kind: 'request',
    scope: 'write',
    summary:
      'Publish deltas. Each delta is accepted or refused on its own. The response lists the refused ones. Wait for the response before sending much more.',
    params: Type.Object(
      { deltas: Type.Array(Delta, { maxItems: rpcLimits.deltasPerMessage }) },
      { $id: 'PublishParams', ...strict },
    ),
    // The intake validates each delta separately, so that one bad delta does not reject the whole batch.
    checked: Type.Object(
      { deltas: Type.Array(Type.Unknown(), { maxItems: rpcLimits.deltasPerMessage }) },
      strict,
    ),
    result: Type.Object(
      {
        refused: Type.Array(
          Type.Object({
            delta: Type.Integer(),
            reason: Type.String(),
            detail: Type.Optional(
              Type.String({ description: 'the reason as a sentence, with path and unit' }),
            ),
          }),
          { description: 'index in the batch and the first reason; at most 16 are listed' },
        ),
      },
      { $id: 'PublishResult' },
    ),
  },
  subscribe: {
    kind: 'request',
    scope: 'read',
    summary:
      'Subscribe to paths, as on the stream. Matching deltas arrive as `deltas`. For a subscription to the log, the response contains the position at which it starts, and `gap` when changes before it are lost.',
    params: SubscribeMessage,
    result: LogStart,
  },
  unsubscribe: {
    kind: 'request',
    scope: 'read',
    summary: 'Remove subscriptions.',
    params: UnsubscribeMessage,
    result: nothing,
  },
  'device/register': {
    kind: 'request',
    scope: 'plugin',
    summary: 'Register a device that this plugin provides. An id belongs to one plugin.',
    params: Type.Object(
      { device: DeviceId, kind: ProviderKind, details: Type.Optional(record) },
      { $id: 'DeviceRegisterParams', ...strict },
    ),
    result: nothing,
  },
  'device/report': {
    kind: 'request',
    scope: 'plugin',
    summary: 'A report of the device’s own state. Only reports change what is shown of a device.',
    params: Type.Object({ device: DeviceId, report: record }, { $id: 'DeviceReportParams', ...strict }),
    result: nothing,
  },
  'device/notify': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'Raise or change an alert of an autopilot under one of the standard names. The server adds the device’s name. `normal` ends it.',
    params: AutopilotNotification,
    result: nothing,
  },
  'device/withdraw': {
    kind: 'request',
    scope: 'plugin',
    summary: 'Remove a device for good.',
    params: Type.Object({ device: DeviceId }, { $id: 'DeviceWithdrawParams', ...strict }),
    result: nothing,
  },
  'notification/raise': {
    kind: 'request',
    scope: 'write',
    summary: 'Raise or change an alert.',
    params: Type.Object(
      { path: NotificationPath, notification: Condition },
      { $id: 'NotificationRaiseParams', ...strict },
    ),
    result: nothing,
  },
  'notification/clear': {
    kind: 'request',
    scope: 'write',
    summary: 'End an alert: its reason is gone.',
    params: Type.Object({ path: NotificationPath }, { $id: 'NotificationClearParams', ...strict }),
    result: nothing,
  },
  ...alertServerVerbs,
  ...resourceServerVerbs,
  ...busServerVerbs,
  ...answerServerVerbs,
  'storage/get': {
    kind: 'request',
    scope: 'plugin',
    summary: 'Read a stored value. The response has no `value` when there is none.',
    params: Type.Object({ key: StorageKey }, { $id: 'StorageGetParams', ...strict }),
    result: Type.Object({ value: Type.Optional(Type.Unknown()) }, { $id: 'StorageGetResult' }),
  },
  'storage/set': {
    kind: 'request',
    scope: 'plugin',
    summary: `Save values, all or none. Answered when they are on disk. At most ${storageLimits.keys} keys of ${storageLimits.valueBytes} bytes, 1 MiB in all, ${storageLimits.writesPerSecond} writes a second. \`null\` deletes a key.`,
    params: Type.Object(
      { values: Type.Record(StorageKey, Type.Unknown(), { maxProperties: 64, ...strict }) },
      { $id: 'StorageSetParams', ...strict },
    ),
    result: nothing,
  },
  status: {
    kind: 'notification',
    scope: 'plugin',
    summary: 'Set the status line shown to people: what the plugin does, or what it needs.',
    params: Type.Object(
      {
        level: Type.Enum(['ok', 'warning', 'error']),
        message: Type.String({ maxLength: 256 }),
      },
      { $id: 'StatusParams', ...strict },
    ),
  },
  inputs: {
    kind: 'notification',
    scope: 'plugin',
    summary: `All inputs that the plugin has found, at most ${maxInputs}. Send it at once when the state of an input changes, else at most once a second. People choose among the inputs with the actions \`use\` and \`release\`, each taking \`{ "id" }\`. No data flows from an input that nobody chose.`,
    params: Type.Object(
      { inputs: Type.Array(PluginInput, { maxItems: maxInputs }) },
      { $id: 'InputsParams', ...strict },
    ),
  },
  log: {
    kind: 'notification',
    scope: 'plugin',
    summary: 'Write a line to the server’s log. Everything written to stderr is logged too.',
    params: Type.Object(
      {
        level: Type.Enum(['debug', 'info', 'warn', 'error']),
        message: Type.String({ maxLength: 4096 }),
      },
      { $id: 'LogParams', ...strict },
    ),
  },
} as const satisfies Record<string, Verb>

/** A verb as a type: parameters and result. */
export interface Call {
  readonly params: unknown
  readonly result: unknown
}
/** A table of verbs, as types. */
export type Verbs<Table> = { readonly [Name in keyof Table]: Call }

interface CallOf<V extends Verb> {
  readonly params: Static<V['params']>
  readonly result: V['result'] extends TSchema ? Static<V['result']> : void
}

export type CallsOf<Table extends Readonly<Record<string, Verb>>> = {
  readonly [Name in keyof Table]: CallOf<Table[Name]>
}

// Interfaces, because the compiler resolves them once. An unresolved schema type costs it a second at every use.
export interface PluginVerbs extends CallsOf<typeof pluginVerbs> {}
export interface ServerVerbs extends CallsOf<typeof serverVerbs> {}

export type Params<C extends Call> = C['params']
export type Result<C extends Call> = C['result']
