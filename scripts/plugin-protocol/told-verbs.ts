/* oxlint-disable max-lines -- a table of data */
import type { Refusal } from '../../packages/core/src/counters.ts'
import type { Params, PluginVerbs, Result, ServerVerbs, Verbs } from '../../packages/plugin-api/src/host.ts'

/** What the page says of a verb beyond its schema. */
export interface ToldVerb {
  /** Paragraphs below the summary. */
  readonly notes?: readonly string[]
  /** By member, where the schema itself does not say. */
  readonly meanings?: Readonly<Record<string, string>>
  readonly params: unknown
  readonly result?: unknown
}

type Told<Table extends Verbs<Table>> = {
  readonly [Name in keyof Table]: ToldVerb & {
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

export const toldPluginVerbs: Told<PluginVerbs> = {
  hello: {
    notes: [
      'Answer with the highest version that both speak. When none fits, answer with an error that says so: the plugin is then not started.',
      'A plugin with a manifest file may leave `manifest` out; when it tells one, it must be the one in the file. A plugin without a file, such as a single module that is being tried out, must tell it here.',
    ],
    meanings: {
      server: 'who is asking',
      'server.name': 'name of the server program',
      'server.version': 'its version, for the log; decide by `protocols`, not by this',
      protocol: 'the version that the plugin will speak, one of those offered',
      manifest: 'the plugin’s [manifest](#the-manifest)',
    },
    params: { protocols: [1], server: { name: 'marinedata', version: '0.1.0' } },
    result: { protocol: 1 },
  },
  start: {
    notes: [
      'The plugin may ask the server anything from here on, and usually does so before it answers. What the settings leave out is already filled in with the defaults of the manifest’s schema.',
      'An error as the answer is a fault: its message is shown to people, and the plugin is tried again later.',
    ],
    params: {
      settings: { threshold: 600, window: 10_800 },
      self: 'vessels.urn:mrn:imo:mmsi:230099999',
    },
    result: {},
  },
  stop: {
    notes: ['Write what must be kept with `storage/set` before answering; the line is still open.'],
    params: {},
    result: {},
  },
  ping: {
    notes: [
      'Answer from the loop that does the plugin’s work, not from a thread of its own: an answer means that the plugin lives.',
    ],
    params: {},
    result: {},
  },
  command: {
    notes: [
      'Answer with an error when it cannot be done; its message is shown to whoever asked. A command that was done, but whose answer came late, counts as not confirmed: the server never sends it a second time by itself.',
    ],
    meanings: {
      device: 'the device that is meant; absent for an action of the manifest',
      name: 'the action’s or the command’s name',
      input: 'what it was given, checked against the `input` schema of the action',
      result: 'what the caller gets; nothing when absent',
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
}

const deviceMeanings = { device: 'the plugin’s own name for the device; unique on the boat' }
const alarmPath = { path: 'below `notifications.`, and covered by the manifest’s `notifications`' }

export const toldServerVerbs: Told<ServerVerbs> = {
  publish: {
    notes: [
      'A delta is one change report: whose (`context`, the own vessel when absent), and one update for each source of the data. Gather what belongs together into few messages: a message costs more than a value.',
      'The answer comes when the deltas are in the tree. A plugin that waits for it before it sends more than some hundred deltas goes at the server’s pace and never meets a limit. Reasons of refusal are in the [list below](#why-a-delta-is-refused).',
    ],
    meanings: {
      deltas: 'the change reports',
      'refused[].delta': 'place in `deltas`, counted from 0',
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
      'Adds to what is subscribed to already. The manifest’s `reads` must cover it. Values of a plugin’s own come back to it too when it subscribes to them.',
    ],
    meanings: {
      context: 'a context or a pattern: `vessels.self` (when absent), `vessels.*`, `*`',
      bbox: 'only contexts inside it, each told whole as it comes in',
      sendCachedValues: 'whether the present values come first; `true` when absent',
      sendMeta: 'whether what is known of a path comes with its first value; `none` when absent',
      requestId: 'not needed here: the answer has the request’s `id`',
      subscribe: 'what to listen to',
    },
    params: { context: 'vessels.self', subscribe: [{ path: 'environment.outside.pressure', period: 1000 }] },
    result: {},
  },
  unsubscribe: {
    meanings: {
      context: 'as it was subscribed to; `*` for all; `vessels.self` when absent',
      unsubscribe: 'what to listen to no more',
      'unsubscribe[].path': 'as it was subscribed to; `*` for all',
      requestId: 'not needed here',
    },
    params: { context: 'vessels.self', unsubscribe: [{ path: 'environment.outside.pressure' }] },
    result: {},
  },
  'device/register': {
    notes: [
      'The manifest’s `provides` must name the kind. An id belongs to the plugin that registered it first until that plugin withdraws it or is switched off; another plugin gets `device-taken`. Register anew after every start.',
    ],
    meanings: {
      ...deviceMeanings,
      kind: 'what the device is',
      details: 'what never changes while it is registered: its modes, its limits, its make',
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
      'Send a report when something changed, and after every command that changed something: it is what confirms the command.',
    ],
    meanings: { ...deviceMeanings, report: 'the whole present state, not what changed' },
    params: { device: 'pypilot', report: { state: 'enabled', mode: 'compass', target: 1.5708 } },
    result: {},
  },
  'device/notify': {
    notes: [
      'Only for what the device itself knows best: a waypoint reached, a route ended. That a pilot is lost, or off its heading, the server tells by itself.',
    ],
    meanings: {
      ...deviceMeanings,
      name: 'what it is about; the alarm’s path is `notifications.steering.autopilot.` and this name',
      notification: 'how bad it is, how to tell it, and what to tell',
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
    notes: ['The path is the alarm’s name: raising it again changes it. The own vessel’s alone.'],
    meanings: { ...alarmPath, notification: 'how bad it is, how to tell it, and what to tell' },
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
  'storage/get': {
    notes: [
      'Every plugin sees its own keys alone. Values outlive restarts of the plugin, of the server and of the machine.',
    ],
    meanings: { key: 'the plugin’s own name for it', value: 'what was kept; absent when nothing was' },
    params: { key: 'samples' },
    result: { value: [[1_780_315_200, 101_325]] },
  },
  'storage/set': {
    meanings: { values: 'by key; any JSON, `null` to forget' },
    params: { values: { samples: [[1_780_315_200, 101_325]], 'left-over': null } },
    result: {},
  },
  status: {
    notes: ['The last one said stands beside the plugin’s name wherever plugins are listed.'],
    meanings: {
      level: '`ok`: at work. `warning`: at work, but lacks something. `error`: can do nothing for the boat',
      message: 'the line',
    },
    params: { level: 'ok', message: '1013.2 hPa, -2.4 hPa in 3 h' },
  },
  inputs: {
    notes: [
      'What was told last stands in the plugin’s report, and is gone when the plugin does not run. A list that does not fit is refused as a whole.',
    ],
    meanings: { inputs: 'every input, also those that nobody uses' },
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
          lastSentence: '$GPHDT,123.4,T*31',
          damaged: 0,
        },
      ],
    },
  },
  log: {
    notes: [
      'The last lines of each plugin are kept and shown beside its status; more than 50 in a second are passed over.',
    ],
    meanings: { level: 'how important it is', message: 'the line' },
    params: { level: 'info', message: 'Found a barometer on bus 1' },
  },
}

/** What a manifest's members mean, where the schema itself does not say. */
export const manifestMeanings: Readonly<Record<string, string>> = {
  name: 'the plugin’s name: in addresses, in metrics and before every source that it writes',
  version: 'of the plugin, major.minor.patch',
  description: 'one sentence for people',
  provides: 'kinds of devices that it registers',
  writes: 'what it may publish; nothing when absent',
  reads: 'what it may subscribe to; nothing when absent',
  actions: 'what a person can ask of the plugin itself; each comes as a `command` without `device`',
  'actions.*.description': 'one sentence for people',
  needs:
    'what it needs of the machine beyond its own folder and the line. The sandbox holds every plugin to it; where there is none, only those that the server’s own Node runs are held to it (`network` excepted)',
}

/** What the members of shared shapes mean, where the schema itself does not say. */
export const shapeMeanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PluginInput: {
    state: 'how it stands with it',
    lastSentence: 'what it said last, for people to look at',
    'error.at': 'when',
    'error.message': 'what, and what to do about it',
  },
  Delta: { context: 'whose data; `vessels.self` when absent', updates: 'one for each source' },
  Update: {
    $source:
      'a name inside the plugin, which the manifest’s `writes.sources` must have; the plugin itself when absent',
    source: 'an older form of `$source`',
    'source.label': 'as `$source`',
    timestamp: 'when it was measured; when it came in, if absent',
    values: 'what was measured',
    meta: 'what is known of the paths; a path must have a value first, earlier or in the same update',
  },
  PathValue: {
    value: 'SI units, angles in radians, positions in degrees; `null`: the sensor says “not available”',
  },
  PathMetadata: { value: 'stands on top of what is known already, member by member' },
  Metadata: {
    description: 'what it is',
    displayName: 'for a gauge',
    longName: 'in full',
    shortName: 'for little room',
    timeout: 'seconds of silence after which a value is marked stale',
    displayScale: 'for a gauge',
    'displayScale.lower': 'lower end',
    'displayScale.upper': 'upper end',
    'displayScale.type': 'linear, logarithmic…',
    'displayScale.power': 'for a scale by powers',
    alertMethod: 'how a zone of that severity is told',
    warnMethod: 'how a zone of that severity is told',
    alarmMethod: 'how a zone of that severity is told',
    emergencyMethod: 'how a zone of that severity is told',
    zones: 'bands of the value; overlapping ones count as the most severe',
    enum: 'the values that there are',
    properties: 'of a value that is an object',
  },
  Zone: { lower: 'inclusive', upper: 'inclusive', state: 'of a value inside', message: 'for people' },
  Condition: {
    state: 'how bad; `nominal` and `normal` are no alarms',
    method: 'how to tell it; empty for in silence',
    message: 'for people, in one sentence',
    escalates: 'what becomes of it when nobody acknowledges it; absent: nothing',
  },
  Escalation: { seconds: 'unacknowledged for so long', state: 'what it becomes, if that is more' },
  SentDelta: {
    context: '`vessels.self` for the own vessel, in full for others',
    updates: 'one for each source',
    'updates[].$source': 'full name of the source, that of its plugin first',
    'updates[].timestamp': 'when it was measured',
    'updates[].values': 'what was measured',
    'updates[].values[].path': 'dotted path',
    'updates[].values[].value': 'SI units, angles in radians, positions in degrees; `null`: not available',
    'updates[].values[].stale': '`true`: its source has gone silent, and this is the last value heard',
    'updates[].meta': 'what is known of the paths',
  },
  SubscriptionRequest: {
    path: 'a path or a [pattern](#patterns)',
    period: 'milliseconds between values',
    minPeriod: 'least milliseconds between two values of a path',
    policy:
      '`instant`: every change, at most one in `minPeriod`. `fixed`: the latest value every `period`, if there was one. `ideal`: as `instant`, and repeated every `period` (200 at least) when nothing changes. Absent: `fixed` when there is a `period`, else `instant`',
    format: 'may be left out',
  },
  BoundingBox: {
    south: 'degrees',
    west: 'degrees; more than `east` across the date line',
    north: 'degrees',
    east: 'degrees',
  },
  Problem: {
    type: '`urn:mrn:marinedata:problem:` and the code',
    title: 'the code in words',
    status: 'the HTTP status it would be',
    detail: 'what happened, with names and values',
    code: 'for programs to decide by',
    retryable: 'whether the same request may do better later',
    outcome: 'what became of the request: nothing, not known, or done all the same',
    errors: 'every fault of what was sent, with its place',
    state: 'for older clients',
    statusCode: 'as `status`',
    message: 'as `detail`',
  },
  Fault: { message: 'what is wrong there' },
}

/** Names whose shape is a text. */
export const textMeanings: Readonly<Record<string, string>> = {
  InputState:
    '`found`: it speaks, and nobody uses it. `used`: its data flows. `silent`: nothing that can be understood comes from it. `lost`: it was chosen, and is gone. `refused`: the machine does not let it be read',
  PluginName: 'a plugin’s name',
  DeviceId: 'the id of a device; the device is a source of that name',
  StorageKey: 'a key of the plugin’s storage',
  SourceName: 'the name of a source; inside a plugin at most 64 characters',
  Timestamp: 'ISO 8601, in UTC, with a `Z` at the end',
}

/** Why the tree refuses a delta, or a part of it. */
export const refusalMeanings: Readonly<Record<Refusal, string>> = {
  'invalid-delta': 'it is not of the shape [Delta](#delta); nothing of it was taken',
  'invalid-context': 'there is no such map, or the identifier is none',
  'invalid-path':
    'the path breaks the [grammar](#paths-contexts-and-sources), or metadata came for a path without a value',
  'invalid-value': 'too long, too deep, too large, not finite, or with a member name that is not allowed',
  'not-a-number': 'the path has a unit, and the value is no number',
  'out-of-range': 'the number is not possible in the unit of the path; usually it is in another unit',
  'invalid-date': 'the path takes a date, or the `timestamp` names one, and there is no such day',
  'half-position': 'a position must have latitude and longitude, both in range, in one value',
  'invalid-notification': 'it is not of the shape [Condition](#condition)',
  'too-many-contexts': 'the tree is full of other vessels',
  'too-many-paths': 'the context, or the tree, has too many paths',
  'too-many-sources': 'the path has too many sources',
  'too-many-values': 'the tree is full',
  'foreign-source': '`writes.sources` of the manifest does not name the source',
  'undeclared-context': '`writes.contexts` of the manifest does not cover the context',
  'undeclared-path': '`writes.paths` of the manifest does not cover the path',
  'reserved-path':
    '`steering.autopilot` and `notifications` are never published as data; alarms of a pilot and of the anchor are for those who provide them',
}
