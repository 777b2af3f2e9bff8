import type { Params, PluginVerbs, Result, ServerVerbs, Verbs } from '../../packages/plugin-api/src/host.ts'
import { busPluginDescriptions, busServerDescriptions } from './bus-descriptions.ts'
import { coursePluginDescriptions, courseServerDescriptions } from './course-descriptions.ts'
import { deviceDescriptions } from './device-descriptions.ts'
import { historyPluginDescriptions, historyServerDescriptions } from './history-descriptions.ts'
import { weatherPluginDescriptions, weatherServerDescriptions } from './weather-descriptions.ts'

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
  'page/request': {
    notes: [
      'The server has checked that the sender may read, and that a sender who changes something belongs to the crew. A plugin that allows less looks at `role`. Answer with one of the problems `not-found`, `invalid-body`, `invalid-value`, `invalid-query`, `forbidden` or `busy` to refuse; any other error becomes `plugin-failed`.',
    ],
    meanings: {
      method: 'of the HTTP request',
      path: 'what follows `api/` in the address; empty, or segments of letters, digits, `.`, `_`, `~` and `-`',
      query: 'names and values, each name once',
      role: 'of the person or program that asks: nothing else of them is sent',
      json: 'the answer as JSON',
      text: 'the answer as text',
      type: 'the content type of the text',
    },
    params: { method: 'GET', path: 'tanks', query: { unit: 'l' }, role: 'viewer', deadline: 5 },
    result: { json: { main: 0.72 } },
  },
  ...historyPluginDescriptions,
  ...weatherPluginDescriptions,
  ...coursePluginDescriptions,
}

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
  ...deviceDescriptions,
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
  'alert/answer': {
    notes: ['Errors: `not-declared`, `alert-not-found` when it has ended, `too-many-requests`.'],
    meanings: {
      id: 'the alert',
      action: 'what the person did',
      device: 'the device, for the audit',
    },
    params: {
      id: 'a1f0c6ce-6a3c-4f62-9a52-3a6b1e2d9c11',
      action: 'acknowledge',
      device: 'can0 c0328f00e5c6418c',
    },
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
  ...weatherServerDescriptions,
  ...courseServerDescriptions,
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
