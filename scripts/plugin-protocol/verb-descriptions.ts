/* oxlint-disable max-lines -- a table of data */
import type { Refusal } from '../../packages/core/src/counters.ts'
import type { Params, PluginVerbs, Result, ServerVerbs, Verbs } from '../../packages/plugin-api/src/host.ts'
import {
  busPluginDescriptions,
  busServerDescriptions,
  busShapeMeanings,
  busTextMeanings,
} from './bus-descriptions.ts'
import {
  historyPluginDescriptions,
  historyServerDescriptions,
  historyShapeMeanings,
} from './history-descriptions.ts'

/** What the page says about a verb beyond its schema. */
export interface VerbDescription {
  /** Paragraphs below the summary. */
  readonly notes?: readonly string[]
  /** Meanings of members that the schema does not describe. */
  readonly meanings?: Readonly<Record<string, string>>
  readonly params: unknown
  readonly result?: unknown
}

type Descriptions<Table extends Verbs<Table>> = {
  readonly [Name in keyof Table]: VerbDescription & {
    readonly params: Params<Table[Name]>
    readonly result?: Result<Table[Name]>
  }
}

const wind = {
  $source: 'masthead',
  timestamp: '2026-06-01T12:00:00.000Z',
  values: [
    { path: 'environment.wind.speedApparent', value: 7.2 },
    { path: 'environment.wind.angleApparent', value: -0.61 },
  ],
}

export const pluginVerbDescriptions: Descriptions<PluginVerbs> = {
  hello: {
    notes: [
      'Answer with the highest version that both support. If there is none, answer with an error that says so. The plugin is then not started.',
      'A plugin with a manifest file may omit `manifest`. If it sends one, it must equal the file. A plugin without a file, such as a single module under development, must send it here.',
    ],
    meanings: {
      server: 'the calling server',
      'server.name': 'name of the server program',
      'server.version': 'its version, for the log; use `protocols` for decisions',
      protocol: 'the chosen version, one of those offered',
      manifest: 'the plugin’s [manifest](#the-manifest)',
    },
    params: { protocols: [1], server: { name: 'marinedata', version: '0.1.0' } },
    result: { protocol: 1 },
  },
  start: {
    notes: [
      'From here on the plugin may send requests to the server, and usually does so before it answers. Missing settings are already filled in with the defaults of the manifest’s schema.',
      'An error is a fault: its message is shown to people, and the plugin is started again later.',
    ],
    params: {
      settings: { threshold: 600, window: 10_800 },
      self: 'vessels.urn:mrn:imo:mmsi:230099999',
    },
    result: {},
  },
  stop: {
    notes: ['Save what must survive with `storage/set` before answering; the connection is still open.'],
    params: {},
    result: {},
  },
  ping: {
    notes: [
      'Answer from the event loop that does the plugin’s work, not from a separate thread: an answer means that the plugin is alive.',
    ],
    params: {},
    result: {},
  },
  command: {
    notes: [
      'Answer with an error when the command fails; its message is shown to the caller. A command that was done but answered late counts as unconfirmed. The server never repeats a command on its own.',
    ],
    meanings: {
      device: 'the device; absent for an action of the manifest',
      name: 'name of the action or command',
      input: 'the input, validated with the `input` schema of the action',
      result: 'the result for the caller; default none',
    },
    params: { name: 'reset', deadline: 1.5 },
    result: { result: { forgotten: 180 } },
  },
  deltas: {
    meanings: { deltas: 'each a [SentDelta](#sentdelta)' },
    params: {
      deltas: [
        {
          context: 'vessels.self',
          updates: [
            {
              $source: 'weather-station.barometer',
              timestamp: '2026-06-01T12:00:00.000Z',
              values: [{ path: 'environment.outside.pressure', value: 101_325 }],
            },
          ],
        },
      ],
    },
  },
  ...busPluginDescriptions,
  ...historyPluginDescriptions,
}

const deviceMeanings = { device: 'the id of the device; unique on the boat' }
const alarmPath = { path: 'below `notifications.`, and covered by the manifest’s `notifications`' }

export const serverVerbDescriptions: Descriptions<ServerVerbs> = {
  publish: {
    notes: [
      'A delta is a set of changes of one context (default the own vessel), with one update for each source. Combine related values into few messages: a message costs more than a value.',
      'The response comes when the deltas are in the tree. A plugin that waits for it before it sends more than a few hundred deltas is throttled to the server’s speed and never exceeds a limit. The reasons of refusals are [listed below](#why-a-delta-is-refused).',
    ],
    meanings: {
      deltas: 'the deltas',
      'refused[].delta': 'index in `deltas`',
      'refused[].reason': 'see [Why a delta is refused](#why-a-delta-is-refused)',
    },
    params: {
      deltas: [
        { updates: [wind] },
        {
          context: 'vessels.urn:mrn:imo:mmsi:230012345',
          updates: [
            {
              values: [
                { path: 'navigation.position', value: { latitude: 60.0738, longitude: 19.6996 } },
                { path: '', value: { name: 'ANNA' } },
              ],
            },
          ],
        },
      ],
    },
    result: { refused: [{ delta: 1, reason: 'undeclared-context' }] },
  },
  subscribe: {
    notes: [
      'Adds subscriptions to the existing ones. The manifest’s `reads` must cover them. A plugin also receives its own values when it subscribes to them.',
    ],
    meanings: {
      context: 'a context or a pattern: `vessels.self` (the default), `vessels.*`, `*`',
      bbox: 'only contexts inside it; each is sent completely when it enters',
      sendCachedValues: 'whether the present values are sent first; default `true`',
      sendMeta: 'whether metadata is sent with the first value of a path; default `none`',
      requestId: 'not needed here: the response has the request’s `id`',
      subscribe: 'the subscriptions',
    },
    params: { context: 'vessels.self', subscribe: [{ path: 'environment.outside.pressure', period: 1000 }] },
    result: {},
  },
  unsubscribe: {
    meanings: {
      context: 'as in the subscription; `*` for all; default `vessels.self`',
      unsubscribe: 'the subscriptions to remove',
      'unsubscribe[].path': 'as in the subscription; `*` for all',
      requestId: 'not needed here',
    },
    params: { context: 'vessels.self', unsubscribe: [{ path: 'environment.outside.pressure' }] },
    result: {},
  },
  'device/register': {
    notes: [
      'The manifest’s `provides` must name the kind. An id belongs to the plugin that registered it first, until that plugin withdraws it or is disabled; another plugin gets `device-taken`. Register again after every start.',
    ],
    meanings: {
      ...deviceMeanings,
      kind: 'kind of the device',
      details: 'what does not change while it is registered: modes, limits, make',
    },
    params: {
      device: 'pypilot',
      kind: 'autopilot',
      details: {
        states: [
          { name: 'disabled', engaged: false },
          { name: 'enabled', engaged: true },
        ],
        modes: [
          { name: 'compass', kind: 'heading' },
          { name: 'wind', kind: 'wind' },
        ],
        operations: ['set-mode', 'set-target', 'engage', 'tack'],
      },
    },
    result: {},
  },
  'device/report': {
    notes: [
      'Send a report when something changed, and after every command that changed something: the report confirms the command.',
    ],
    meanings: { ...deviceMeanings, report: 'the whole present state, not only the changes' },
    params: { device: 'pypilot', report: { state: 'enabled', mode: 'compass', target: 1.5708 } },
    result: {},
  },
  'device/notify': {
    notes: [
      'Only for conditions that the device knows best: a waypoint reached, a route completed. The server itself raises the alerts for a lost pilot and for a pilot that is off its heading.',
    ],
    meanings: {
      ...deviceMeanings,
      name: 'the standard name; the path of the alert is `notifications.steering.autopilot.` and this name',
      notification: 'severity, method and message',
    },
    params: {
      device: 'pypilot',
      name: 'waypointArrival',
      notification: { state: 'alert', method: ['sound'], message: 'Waypoint 2 is reached' },
    },
    result: {},
  },
  'device/withdraw': {
    meanings: deviceMeanings,
    params: { device: 'pypilot' },
    result: {},
  },
  'notification/raise': {
    notes: ['The path identifies the alert: raising it again changes it. Only for the own vessel.'],
    meanings: { ...alarmPath, notification: 'severity, method and message' },
    params: {
      path: 'notifications.environment.outside.pressure',
      notification: { state: 'warn', method: ['visual', 'sound'], message: 'Pressure fell 7.2 hPa in 3 h' },
    },
    result: {},
  },
  'notification/clear': {
    meanings: alarmPath,
    params: { path: 'notifications.environment.outside.pressure' },
    result: {},
  },
  'resource/put': {
    notes: [
      'The manifest declares the kinds in `resources`. A kind belongs to one plugin while it runs. Clients read the resources at `/marinedata/v2/api/resources/<kind>` and in the root object, and see every change at `resources.<kind>` on the stream.',
    ],
    meanings: {
      kind: 'a kind that the manifest declares',
      resource: 'an object with `id`, `name` and any other members',
    },
    params: {
      kind: 'tideStations',
      resource: { id: 'cuxhaven', name: 'Cuxhaven' },
    },
    result: {},
  },
  'resource/remove': {
    notes: ['It has no effect when there is no such resource.'],
    meanings: { kind: 'a kind that the manifest declares', id: 'of the resource' },
    params: { kind: 'tideStations', id: 'cuxhaven' },
    result: {},
  },
  ...busServerDescriptions,
  ...historyServerDescriptions,
  'storage/get': {
    notes: [
      'Every plugin has its own keys. Values survive restarts of the plugin, the server and the machine.',
    ],
    meanings: { key: 'name of the value', value: 'the stored value; absent when there is none' },
    params: { key: 'samples' },
    result: { value: [[1_780_315_200, 101_325]] },
  },
  'storage/set': {
    meanings: { values: 'by key; any JSON, `null` to delete' },
    params: { values: { samples: [[1_780_315_200, 101_325]], 'left-over': null } },
    result: {},
  },
  status: {
    notes: ['The last status is shown wherever plugins are listed.'],
    meanings: {
      level: '`ok`: working. `warning`: working, but something is missing. `error`: not working',
      message: 'the status line',
    },
    params: { level: 'ok', message: '1013.2 hPa, -2.4 hPa in 3 h' },
  },
  inputs: {
    notes: [
      'The last list is part of the plugin’s report, and is removed when the plugin stops. An invalid list is refused as a whole.',
    ],
    meanings: { inputs: 'all inputs and outputs, also unused ones' },
    params: {
      inputs: [
        {
          id: 'FTDI_FT232R_USB_UART_A50285BI',
          name: 'FTDI FT232R USB UART A50285BI',
          address: '/dev/ttyUSB0',
          protocol: 'NMEA 0183',
          speed: 38_400,
          state: 'used',
          chosen: true,
          rate: 12.4,
          sent: 1,
          lastMessage: '$GPHDT,123.4,T*31',
          damaged: 0,
        },
      ],
    },
  },
  log: {
    notes: [
      'The last lines of each plugin are stored and shown with its status. More than 50 a second are dropped.',
    ],
    meanings: { level: 'severity', message: 'the line' },
    params: { level: 'info', message: 'Found a barometer on bus 1' },
  },
}

/** Meanings of a manifest's members that the schema does not describe. */
export const manifestMeanings: Readonly<Record<string, string>> = {
  name: 'the plugin’s name: used in URLs, in metrics and as the prefix of its sources',
  version: 'version of the plugin, major.minor.patch',
  description: 'one sentence, shown to people',
  provides: 'kinds of devices that it provides, and `history`',
  offers: 'what it offers to other plugins; default nothing',
  'buses[].kind': 'the kind of the buses',
  writes: 'what it may publish; default nothing',
  reads: 'what it may subscribe to; default nothing',
  actions: 'actions of the plugin itself that people can call; each arrives as a `command` without `device`',
  'actions.*.description': 'one sentence, shown to people',
  needs:
    'what it needs of the machine besides its own folder and the protocol. The sandbox enforces it for every plugin; without a sandbox it is enforced only for plugins that run in the server’s own Node (except `network`)',
}

/** What the members of shared shapes mean, where the schema itself does not say. */
export const shapeMeanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...busShapeMeanings,
  ...historyShapeMeanings,
  PluginInput: {
    state: 'state of the input',
    'error.at': 'when',
    'error.message': 'what happened, and what to do about it',
  },
  Delta: { context: 'the context; default `vessels.self`', updates: 'one for each source' },
  Update: {
    $source:
      'the name of a source within the plugin, which the manifest’s `writes.sources` must declare; default the plugin itself',
    source: 'an older form of `$source`',
    'source.label': 'as `$source`',
    timestamp: 'when it was measured; default the time of arrival',
    values: 'the values',
    meta: 'metadata of the paths; a path must have a value first, earlier or in the same update',
  },
  PathValue: {
    value: 'SI units, angles in radians, positions in degrees; `null` means unknown',
  },
  PathMetadata: { value: 'overrides the known metadata, member by member' },
  Metadata: {
    description: 'description of the value',
    displayName: 'label of a gauge',
    longName: 'full name',
    shortName: 'name for small displays',
    timeout: 'seconds of silence after which a value is marked stale',
    displayScale: 'scale of a gauge',
    'displayScale.lower': 'lower end',
    'displayScale.upper': 'upper end',
    'displayScale.type': 'linear, logarithmic…',
    'displayScale.power': 'exponent of a power scale',
    alertMethod: 'method of alerts of that severity',
    warnMethod: 'method of alerts of that severity',
    alarmMethod: 'method of alerts of that severity',
    emergencyMethod: 'method of alerts of that severity',
    zones: 'ranges of the value with a severity; where they overlap, the highest severity counts',
    enum: 'the allowed values',
    properties: 'members of a value that is an object',
  },
  Zone: {
    lower: 'inclusive',
    upper: 'inclusive',
    state: 'severity of a value in the zone',
    message: 'shown to people',
  },
  Condition: {
    state: 'severity; `nominal` and `normal` are no alerts',
    method: 'how to present it; empty for neither sound nor screen',
    message: 'one sentence, shown to people',
    escalates: 'how it escalates when nobody acknowledges it; default not at all',
  },
  Escalation: { seconds: 'time without acknowledgement', state: 'the new severity, if it is higher' },
  SentDelta: {
    context: '`vessels.self` for the own vessel, the full context for others',
    updates: 'one for each source',
    'updates[].$source': 'full name of the source, with its plugin as the prefix',
    'updates[].timestamp': 'when it was measured',
    'updates[].values': 'the values',
    'updates[].values[].path': 'dotted path',
    'updates[].values[].value': 'SI units, angles in radians, positions in degrees; `null` means unknown',
    'updates[].values[].stale': '`true`: the value is stale, because its source is silent',
    'updates[].meta': 'metadata of the paths',
  },
  SubscriptionRequest: {
    path: 'a path or a [pattern](#patterns)',
    period: 'milliseconds between values',
    minPeriod: 'minimum milliseconds between two values of a path',
    policy:
      '`instant`: every change, at most one in `minPeriod`. `fixed`: the latest value every `period`, if there was one. `ideal`: as `instant`, and repeated every `period` (at least 200) when nothing changes. Default: `fixed` with a `period`, else `instant`',
    format: 'optional',
  },
  BoundingBox: {
    south: 'degrees',
    west: 'degrees; more than `east` across the date line',
    north: 'degrees',
    east: 'degrees',
  },
  Problem: {
    type: '`urn:mrn:marinedata:problem:` and the code',
    title: 'short text of the code',
    status: 'the corresponding HTTP status',
    detail: 'what happened, with names and values',
    code: 'stable code for programs',
    retryable: 'whether the same request may succeed later',
    outcome: 'effect of the request: none, unknown, or applied',
    errors: 'every fault of the input, with its path',
    state: 'for older clients',
    statusCode: 'as `status`',
    message: 'as `detail`',
  },
  Fault: { message: 'description of the fault' },
}

/** Names whose shape is a text. */
export const textMeanings: Readonly<Record<string, string>> = {
  InputState:
    '`found`: it sends data, and is not used. `used`: it is read. `silent`: it sends no valid data. `lost`: it was chosen, and is not present. `refused`: it cannot be opened',
  ...busTextMeanings,
  PluginName: 'a plugin’s name',
  DeviceId: 'the id of a device, which is also the name of its source',
  ResourceKindName: 'the name of a kind of resources, as in addresses',
  StorageKey: 'a key of the plugin’s storage',
  SourceName: 'the name of a source; within a plugin at most 64 characters',
  Timestamp: 'ISO 8601, in UTC, with a `Z` at the end',
}

/** Why the tree refuses a delta, or a part of it. */
export const refusalMeanings: Readonly<Record<Refusal, string>> = {
  'invalid-delta': 'it does not match the schema [Delta](#delta); nothing of it was accepted',
  'invalid-context': 'unknown map or invalid identifier',
  'invalid-path':
    'the path breaks the [grammar](#paths-contexts-and-sources), or metadata came for a path without a value',
  'invalid-value': 'too long, too deep, too large, not finite, or with a member name that is not allowed',
  'not-a-number': 'the path has a unit, and the value is not a number',
  'out-of-range': 'the number is impossible in the unit of the path; usually it is in another unit',
  'invalid-date': 'the date of the value or of the `timestamp` does not exist',
  'half-position': 'a position must have latitude and longitude, both in range, in one value',
  'invalid-notification': 'it does not match the schema [Condition](#condition)',
  'too-many-contexts': 'the tree has too many contexts',
  'too-many-paths': 'the context, or the tree, has too many paths',
  'too-many-sources': 'the path has too many sources',
  'too-many-values': 'the tree has too many values',
  'foreign-source': '`writes.sources` of the manifest does not declare the source',
  'undeclared-context': '`writes.contexts` of the manifest does not cover the context',
  'undeclared-path': '`writes.paths` of the manifest does not cover the path',
  'reserved-path':
    '`steering.autopilot` and `notifications` are never published as values; alerts of a pilot and of the anchor are reserved for their providers',
}
