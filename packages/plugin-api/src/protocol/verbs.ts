import {
  AutopilotNotification,
  Delta,
  DeviceId,
  Condition,
  mostInputs,
  PluginInput,
  Problem,
  SubscribeMessage,
  Type,
  type Scope,
  type Static,
  type TSchema,
  UnsubscribeMessage,
} from '@marinedata/model'
import { lineLimits, storageLimits } from './limits.ts'
import { PluginManifest, ProviderKind } from './manifest.ts'

const strict = { additionalProperties: false } as const
const nothing = Type.Object({}, strict)
const record = Type.Record(Type.String({ maxLength: 128 }), Type.Unknown())

/** A verb of the protocol: one JSON-RPC method. A request is answered, a notification is not. */
export interface Verb {
  readonly kind: 'request' | 'notification'
  /** What the caller must be allowed to do; the server's own verbs need nothing. */
  readonly scope: Scope
  readonly summary: string
  readonly params: TSchema
  /** What the receiver checks at the line, where that is less than `params`. */
  readonly checked?: TSchema
  readonly result?: TSchema
}

/** What the server asks of a plugin. */
export const pluginVerbs = {
  hello: {
    kind: 'request',
    scope: 'plugin',
    summary:
      'The first message. The plugin answers with a version of the protocol that the server offers; nothing runs before.',
    params: Type.Object(
      {
        protocols: Type.Array(Type.Integer(), {
          description: 'versions of the protocol that the server speaks',
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
      'Begin. Answered when devices are registered and subscriptions made; an error means that it cannot start.',
    params: Type.Object(
      {
        settings: Type.Record(Type.String(), Type.Unknown(), {
          description: 'checked against the manifest’s schema',
        }),
        self: Type.String({ description: 'the own vessel’s context, in full' }),
      },
      { $id: 'StartParams' },
    ),
    result: nothing,
  },
  stop: {
    kind: 'request',
    scope: 'plugin',
    summary: 'Put everything down, answer, and exit. A plugin that is still there 1.5 s later is ended.',
    params: nothing,
    result: nothing,
  },
  ping: {
    kind: 'request',
    scope: 'plugin',
    summary:
      'Sent every 0.75 s. No answer for 1.2 s, in which the plugin could have run, means that it hangs; it is ended and started again.',
    params: nothing,
    result: nothing,
  },
  command: {
    kind: 'request',
    scope: 'plugin',
    summary:
      'Do something: for a device of yours, or, without `device`, an action of your manifest. `$/cancelRequest` takes it back. After the deadline nobody waits for the answer any more, and nothing may be done.',
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
    summary: 'News of what was subscribed to; a slow reader gets latest values, marked `conflated`.',
    params: Type.Object({ deltas: Type.Array(Type.Unknown()) }, { $id: 'DeltasParams' }),
  },
} as const satisfies Record<string, Verb>

const StorageKey = Type.String({ $id: 'StorageKey', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$' })
const NotificationPath = Type.String({ maxLength: 256, pattern: '^notifications\\.' })

/** What a plugin asks of the server. */
export const serverVerbs = {
  publish: {
    kind: 'request',
    scope: 'write',
    summary:
      'Data for the tree. Each delta is taken or refused on its own; the answer says which were refused. Wait for the answer before sending much more.',
    params: Type.Object(
      { deltas: Type.Array(Delta, { maxItems: lineLimits.deltasPerMessage }) },
      { $id: 'PublishParams', ...strict },
    ),
    // The intake looks at each delta by itself, so that one bad delta does not spoil the others.
    checked: Type.Object(
      { deltas: Type.Array(Type.Unknown(), { maxItems: lineLimits.deltasPerMessage }) },
      strict,
    ),
    result: Type.Object(
      {
        refused: Type.Array(
          Type.Object({
            delta: Type.Integer(),
            reason: Type.String(),
            detail: Type.Optional(
              Type.String({ description: 'the reason in a sentence, with path and unit' }),
            ),
          }),
          { description: 'place in the batch and the first reason; at most 16 are named' },
        ),
      },
      { $id: 'PublishResult' },
    ),
  },
  subscribe: {
    kind: 'request',
    scope: 'read',
    summary: 'Listen to paths, as on the stream. What matches comes as `deltas`.',
    params: SubscribeMessage,
    result: nothing,
  },
  unsubscribe: {
    kind: 'request',
    scope: 'read',
    summary: 'Listen no more.',
    params: UnsubscribeMessage,
    result: nothing,
  },
  'device/register': {
    kind: 'request',
    scope: 'plugin',
    summary: 'A device that this plugin serves. An id belongs to one plugin.',
    params: Type.Object(
      { device: DeviceId, kind: ProviderKind, details: Type.Optional(record) },
      { $id: 'DeviceRegisterParams', ...strict },
    ),
    result: nothing,
  },
  'device/report': {
    kind: 'request',
    scope: 'plugin',
    summary: 'What the device itself says of its state. Only a report changes what others see of a device.',
    params: Type.Object({ device: DeviceId, report: record }, { $id: 'DeviceReportParams', ...strict }),
    result: nothing,
  },
  'device/notify': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'An alarm of an autopilot, or a change of it, under one of the normalised names. The server puts the device’s name on it; `normal` clears it.',
    params: AutopilotNotification,
    result: nothing,
  },
  'device/withdraw': {
    kind: 'request',
    scope: 'plugin',
    summary: 'The device is gone for good.',
    params: Type.Object({ device: DeviceId }, { $id: 'DeviceWithdrawParams', ...strict }),
    result: nothing,
  },
  'notification/raise': {
    kind: 'request',
    scope: 'write',
    summary: 'An alarm, or a change of it.',
    params: Type.Object(
      { path: NotificationPath, notification: Condition },
      { $id: 'NotificationRaiseParams', ...strict },
    ),
    result: nothing,
  },
  'notification/clear': {
    kind: 'request',
    scope: 'write',
    summary: 'The reason for the alarm is gone.',
    params: Type.Object({ path: NotificationPath }, { $id: 'NotificationClearParams', ...strict }),
    result: nothing,
  },
  'storage/get': {
    kind: 'request',
    scope: 'plugin',
    summary: 'A value that was kept; no `value` when there is none.',
    params: Type.Object({ key: StorageKey }, { $id: 'StorageGetParams', ...strict }),
    result: Type.Object({ value: Type.Optional(Type.Unknown()) }, { $id: 'StorageGetResult' }),
  },
  'storage/set': {
    kind: 'request',
    scope: 'plugin',
    summary: `Keep values, all or none; answered when they are on disk. At most ${storageLimits.keys} keys of ${storageLimits.valueBytes} bytes, 1 MiB in all, ${storageLimits.writesPerSecond} writes a second. \`null\` forgets a key.`,
    params: Type.Object(
      { values: Type.Record(StorageKey, Type.Unknown(), { maxProperties: 64, ...strict }) },
      { $id: 'StorageSetParams', ...strict },
    ),
    result: nothing,
  },
  status: {
    kind: 'notification',
    scope: 'plugin',
    summary: 'One line for people: what the plugin is doing, or what it lacks.',
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
    summary: `The inputs that the plugin has found, all of them, at most ${mostInputs}: at once when one changes its state, and not more often than once a second for the rest. With the actions \`use\` and \`release\`, each taking \`{ "id" }\`, people choose among them; no data flows from one that nobody chose.`,
    params: Type.Object(
      { inputs: Type.Array(PluginInput, { maxItems: mostInputs }) },
      { $id: 'InputsParams', ...strict },
    ),
  },
  log: {
    kind: 'notification',
    scope: 'plugin',
    summary: 'A line for the server’s log. Whatever is written to stderr is logged too.',
    params: Type.Object(
      {
        level: Type.Enum(['debug', 'info', 'warn', 'error']),
        message: Type.String({ maxLength: 4096 }),
      },
      { $id: 'LogParams', ...strict },
    ),
  },
} as const satisfies Record<string, Verb>

/** A verb as a type: what it takes and what it gives. */
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

// Interfaces, because they are worked out once: the type of a schema that is still open costs the compiler a second
// wherever it is met.
export interface PluginVerbs extends CallsOf<typeof pluginVerbs> {}
export interface ServerVerbs extends CallsOf<typeof serverVerbs> {}

export type Params<C extends Call> = C['params']
export type Result<C extends Call> = C['result']

/** The code of every refusal; `data` is the same problem document as over HTTP. */
export const refusedCall = { code: -32000, data: Problem } as const
