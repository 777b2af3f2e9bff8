import { Delta, SentDelta } from '#data/delta.ts'
import { PlaybackMessage, PlaybackQuery } from '#history/playback.ts'
import { Problem } from '../problem-document.ts'
import { Type, type TSchema } from '#schema-language.ts'
import type { Scope } from '../scopes.ts'
import { Completed } from '#requests/devices/autopilot.ts'
import { Control, PutMessage } from '#requests/devices/controls.ts'
import {
  Heartbeat,
  Hello,
  LogStart,
  StreamQuery,
  SubscribeMessage,
  UnsubscribeMessage,
} from '#requests/stream.ts'

const requestId = Type.Optional(
  Type.String({ maxLength: 128, description: 'any text; the answer has the same' }),
)

/** A delta as a client sends it. */
export const DeltaMessage = Type.Object(
  { ...Delta.properties, requestId },
  { $id: 'DeltaMessage', additionalProperties: false },
)

/** The answer to a message with a `requestId`. Where the log starts, and a control, are sent without it too. */
export const StreamReply = Type.Object(
  {
    ...Completed.properties,
    ...LogStart.properties,
    control: Type.Optional(Control),
    requestId: Type.String({ maxLength: 128 }),
  },
  { $id: 'StreamReply' },
)

/** Why a message was refused. */
export const StreamProblem = Type.Object({ ...Problem.properties, requestId }, { $id: 'StreamProblem' })

/** The hello of a playback. */
export const PlaybackHello = Type.Object(
  { ...Hello.properties, startTime: Type.String(), playbackRate: Type.Number() },
  { $id: 'PlaybackHello' },
)

/** A kind of message on a WebSocket. */
export interface StreamMessage {
  readonly title: string
  readonly summary: string
  readonly schema: TSchema
  /** Messages that fit the schema. */
  readonly examples: readonly object[]
}

/** A kind of message from a client, which the server answers. */
export interface ClientMessage extends StreamMessage {
  readonly scope: Scope
}

/** A WebSocket of the server. */
export interface StreamChannel {
  /** The last segment of its path. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: Scope
  readonly query: TSchema
  /** By name. */
  readonly fromServer: Readonly<Record<string, StreamMessage>>
  readonly fromClient: Readonly<Record<string, ClientMessage>>
}

const timestamp = '2026-06-01T12:00:00.000Z'
const hello = {
  name: 'marinedata',
  version: '0.1.0',
  self: 'vessels.urn:mrn:imo:mmsi:230099999',
  timestamp,
  roles: ['main'],
  epoch: 12,
  sequence: 3401,
}

const delta: StreamMessage = {
  title: 'Delta',
  summary: 'Values that have changed, and at first the present values',
  schema: SentDelta,
  examples: [
    {
      context: 'vessels.self',
      updates: [
        { $source: 'gps', timestamp, values: [{ path: 'navigation.speedOverGround', value: 3.2 }] },
        {
          $source: 'wind',
          timestamp,
          values: [{ path: 'environment.wind.speedApparent', value: 8.1, stale: true }],
        },
      ],
      epoch: 12,
      sequence: 3402,
    },
  ],
}

const heartbeat: StreamMessage = {
  title: 'Heartbeat',
  summary: 'Sent every second, so that a client notices a dead connection',
  schema: Heartbeat,
  examples: [{ heartbeat: { timestamp, sequence: 3402 } }],
}

const reply: StreamMessage = {
  title: 'Reply',
  summary: 'A message with a `requestId` was carried out. A reader of the log learns where the log starts',
  schema: StreamReply,
  examples: [
    { requestId: '1', state: 'COMPLETED', statusCode: 200, message: 'OK' },
    {
      requestId: '2',
      state: 'COMPLETED',
      statusCode: 200,
      message: 'OK',
      position: { epoch: 12, sequence: 3401 },
    },
  ],
}

const logStart: StreamMessage = {
  title: 'Start of the log',
  summary:
    'The position from which every change follows, for a subscription to the log without a `requestId`',
  schema: LogStart,
  examples: [
    { position: { epoch: 12, sequence: 3977 } },
    {
      position: { epoch: 13, sequence: 20 },
      gap: {
        from: { epoch: 12, sequence: 3977 },
        to: { epoch: 13, sequence: 20 },
        message: 'The server has restarted since',
      },
    },
  ],
}

const problem: StreamMessage = {
  title: 'Problem',
  summary: 'A message was refused, in the same form as over HTTP',
  schema: StreamProblem,
  examples: [
    {
      type: 'urn:mrn:marinedata:problem:invalid-message',
      title: 'The stream message is not valid',
      status: 400,
      detail: 'The message is not valid JSON',
      code: 'invalid-message',
      retryable: false,
      outcome: 'none',
      errors: [],
      state: 'FAILED',
      statusCode: 400,
      message: 'The message is not valid JSON',
    },
  ],
}

const subscribe: ClientMessage = {
  title: 'Subscribe',
  summary: 'Adds subscriptions',
  scope: 'read',
  schema: SubscribeMessage,
  examples: [
    { context: 'vessels.*', subscribe: [{ path: 'navigation.*', period: 1000 }, { path: 'name' }] },
    { context: '*', subscribe: [{ path: '*', sources: 'all' }], from: { epoch: 12, sequence: 3977 } },
  ],
}

const unsubscribe: ClientMessage = {
  title: 'Unsubscribe',
  summary: 'Ends subscriptions; `*` is all of them',
  scope: 'read',
  schema: UnsubscribeMessage,
  examples: [{ context: 'vessels.*', unsubscribe: [{ path: 'name' }], requestId: '3' }],
}

/** The WebSockets of the server, for the AsyncAPI document. */
export const streamChannels: readonly StreamChannel[] = [
  {
    name: 'stream',
    title: 'The stream',
    description: 'Live values, and commands on paths. Other commands to devices go over HTTP',
    scope: 'read',
    query: StreamQuery,
    fromServer: {
      hello: {
        title: 'Hello',
        summary: 'The first message: the server, the own vessel and the present position',
        schema: Hello,
        examples: [hello],
      },
      delta,
      heartbeat,
      reply,
      logStart,
      problem,
    },
    fromClient: {
      subscribe,
      unsubscribe,
      sendValues: {
        title: 'Send values',
        summary: 'Values that the client has measured',
        scope: 'write',
        schema: DeltaMessage,
        examples: [
          {
            updates: [{ $source: 'deck.gps', values: [{ path: 'navigation.speedOverGround', value: 3.2 }] }],
            requestId: '4',
          },
        ],
      },
      put: {
        title: 'Put',
        summary: 'Sets a switch, a dimmer or a setpoint. Answered when its device reports the value',
        scope: 'control.command',
        schema: PutMessage,
        examples: [{ put: { path: 'electrical.switches.anchorLight.state', value: true }, requestId: '6' }],
      },
    },
  },
  {
    name: 'playback',
    title: 'Playback',
    description:
      'Recorded values, at the pace at which they were measured or faster. Nothing aboard sees them',
    scope: 'read',
    query: PlaybackQuery,
    fromServer: {
      playbackHello: {
        title: 'Hello of a playback',
        summary: 'The first message, with the time and the rate at which the playback starts',
        schema: PlaybackHello,
        examples: [{ ...hello, startTime: timestamp, playbackRate: 10 }],
      },
      delta,
      heartbeat,
      reply,
      problem,
    },
    fromClient: {
      subscribe,
      unsubscribe,
      control: {
        title: 'Control',
        summary: 'Changes the rate, pauses, or continues at another time',
        scope: 'read',
        schema: PlaybackMessage,
        examples: [{ playback: { rate: 2, paused: false, seek: '2026-06-01T14:00:00Z' }, requestId: '5' }],
      },
    },
  },
]
