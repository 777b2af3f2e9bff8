import {
  HistoryPage,
  historyLogLimits,
  HistoryQuestion,
  LogEvent,
  LogHead,
  LogSegment,
  LogSeries,
  SegmentLayer,
  Type,
} from '@marinedata/model'

const strict = { additionalProperties: false } as const
const nothing = Type.Object({}, strict)
const deadline = Type.Number({ description: 'seconds from now' })
const after = Type.Integer({ minimum: 0, description: 'the number after which to read; 0 from the start' })

/** Verbs about history that the server calls in a plugin. */
export const historyPluginVerbs = {
  'history/ask': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'A question about recorded values. The plugin answers with the first page, of at most 48 kB, and works in slices of 50 ms, because it must answer pings meanwhile. `$/cancelRequest` ends the question.',
    params: Type.Object({ question: HistoryQuestion, deadline }, { $id: 'HistoryAskParams' }),
    result: HistoryPage,
  },
  'history/next': {
    kind: 'request',
    scope: 'plugin',
    summary: 'Asks for the next page of an answer.',
    params: Type.Object({ next: Type.Integer(), deadline }, { $id: 'HistoryNextParams' }),
    result: HistoryPage,
  },
  'history/end': {
    kind: 'notification',
    scope: 'plugin',
    summary: 'Nobody wants the rest of an answer.',
    params: Type.Object({ next: Type.Integer() }, { $id: 'HistoryEndParams' }),
  },
} as const

const most = (limit: number) =>
  Type.Integer({ minimum: 1, maximum: limit, description: 'fewer are sent when they are long' })

/** Verbs about history that a plugin calls in the server. */
export const historyServerVerbs = {
  'history/offer': {
    kind: 'request',
    scope: 'plugin',
    summary: 'From now on the plugin answers questions about recorded values. Ends when the plugin stops.',
    params: nothing,
    result: nothing,
  },
  'log/head': {
    kind: 'request',
    scope: 'read',
    summary: 'The newest position in the boat’s log. Needs `reads.log`.',
    params: nothing,
    result: LogHead,
  },
  'log/read': {
    kind: 'request',
    scope: 'read',
    summary: 'Segments of the boat’s log after a number, oldest first. Needs `reads.log`.',
    params: Type.Object(
      { lane: SegmentLayer, after, most: most(historyLogLimits.segments) },
      { $id: 'LogReadParams', ...strict },
    ),
    result: Type.Object({ segments: Type.Array(LogSegment) }, { $id: 'LogReadResult' }),
  },
  'log/events': {
    kind: 'request',
    scope: 'read',
    summary: 'Events of the boat’s log after a number, oldest first. Needs `reads.log`.',
    params: Type.Object(
      { after, most: most(historyLogLimits.events) },
      { $id: 'LogEventsParams', ...strict },
    ),
    result: Type.Object({ events: Type.Array(LogEvent) }, { $id: 'LogEventsResult' }),
  },
  'log/series': {
    kind: 'request',
    scope: 'read',
    summary:
      'Series of the boat’s log after an id, in order. The blobs of segments name series by id. Needs `reads.log`.',
    params: Type.Object(
      { after, most: most(historyLogLimits.events) },
      { $id: 'LogSeriesParams', ...strict },
    ),
    result: Type.Object({ series: Type.Array(LogSeries) }, { $id: 'LogSeriesResult' }),
  },
  'log/start-epoch': {
    kind: 'request',
    scope: 'read',
    summary:
      'Gives the boat’s log a new identity, if it still has this one: a copy of it elsewhere is longer, so the numbers must start again. Needs `reads.log`.',
    params: Type.Object(
      { epoch: Type.String({ minLength: 1, maxLength: 64, description: 'the present identity' }) },
      { $id: 'LogStartEpochParams', ...strict },
    ),
    result: LogHead,
  },
} as const
