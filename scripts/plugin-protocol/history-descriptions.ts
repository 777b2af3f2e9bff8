const hour = { from: 1_780_311_600_000, to: 1_780_315_200_000 }
const head =
  '{"context":"vessels.self","range":{"from":"2026-06-01T11:00:00.000Z","to":"2026-06-01T12:00:00.000Z"},"values":[{"path":"environment.depth.belowKeel","method":"min"}],"resolution":900,"tier":"minute","gaps":[]}'
const segment = {
  number: 4_711,
  boot: 12,
  mono: 60_000,
  wall: hour.from,
  trust: 'gnss' as const,
  blob: 'KLUv/SAA',
}
const event = {
  number: 815,
  segment: 4_711,
  wall: hour.from,
  mono: 61_250,
  kind: 'value',
  context: 'vessels.self',
  path: 'navigation.state',
  source: 'nmea0183.ais',
  json: '"sailing"',
}

/** What the page says about the verbs of history that the server calls. */
export const historyPluginDescriptions = {
  'history/ask': {
    notes: [
      'Each row is a JSON text, so that the server can pass it on without understanding it. The rows of `values` are the head of the answer, then an array for each bucket: its timestamp and a cell for each column. The rows of `contexts` and `paths` are texts, those of `track` are `[milliseconds, latitude, longitude]`, and those of `play` are changes `{ context, path, source, at, value, isStale? }` in their order. `storage`, `forget` and `head` have one row.',
      'Answer `invalid-query` or `too-much-history` with an error before the first page.',
    ],
    meanings: { question: 'what is asked', next: 'number of the answer' },
    params: {
      question: {
        ask: 'values' as const,
        question: {
          context: 'vessels.self',
          ...hour,
          resolution: 900,
          columns: [{ path: 'environment.depth.belowKeel', method: 'min' as const }],
        },
      },
      deadline: 15,
    },
    result: { rows: [head, '["2026-06-01T11:00:00.000Z",3.2]'], next: 7 },
  },
  'history/next': {
    notes: ['An answer whose next page nobody asks for within 60 s may be forgotten.'],
    meanings: { next: 'number of the answer' },
    params: { next: 7, deadline: 15 },
    result: { rows: ['["2026-06-01T11:15:00.000Z",null]'] },
  },
  'history/end': { meanings: { next: 'number of the answer' }, params: { next: 7 } },
}

/** What the page says about the verbs of history that a plugin calls. */
export const historyServerDescriptions = {
  'history/offer': {
    notes: ['The manifest’s `provides` must name `history`.'],
    params: {},
    result: {},
  },
  'log/head': {
    notes: [
      'Numbers are given once, in order. When `epoch` changes, the log was replaced and its numbers start again at 1.',
    ],
    params: {},
    result: { epoch: '8f8b1f0e-1f0c-4f5e-9d2c-0f5e7f1c2b3a', number: 4_711, event: 815 },
  },
  'log/read': {
    meanings: { lane: 'which samples', segments: 'at most as many as asked for' },
    params: { lane: 'own' as const, after: 4_710, most: 10 },
    result: { segments: [segment] },
  },
  'log/events': {
    meanings: { events: 'at most as many as asked for' },
    params: { after: 814, most: 100 },
    result: { events: [event] },
  },
  'log/series': {
    meanings: { series: 'at most as many as asked for' },
    params: { after: 0, most: 1 },
    result: {
      series: [
        {
          id: 1,
          context: 'vessels.self',
          path: 'environment.depth.belowKeel',
          source: 'nmea2000.can0',
          part: '',
          steps: 10_000,
        },
      ],
    },
  },
  'log/start-epoch': {
    notes: ['Everything that is recorded so far stays aboard and keeps its old identity in copies.'],
    params: { epoch: '8f8b1f0e-1f0c-4f5e-9d2c-0f5e7f1c2b3a' },
    result: { epoch: '2f3b1f0e-1f0c-4f5e-9d2c-0f5e7f1c2b3a', number: 0, event: 0 },
  },
}

export const historyShapeMeanings = {
  HistoryQuestion: {
    ask: 'what is asked',
    question: 'the columns, the range and the resolution',
    context: '`vessels.self` for the own vessel, the full context for others; default all',
    bbox: 'only of contexts that had a position in this box',
    tolerance: 'metres by which the track may differ from the recorded one',
    tier: '`full`: every change; `minute`: one mean for each minute',
    lane: 'which samples',
    epoch: 'the present identity of the log',
    most: 'at most this many',
  },
  HistoryColumn: { path: 'dotted path', method: 'how the samples of a bucket become one value' },
  HistoryValuesQuestion: {
    context: '`vessels.self` for the own vessel, the full context for others',
    columns: 'what is asked',
  },
  LogSegment: { number: 'its position in the log' },
  LogEvent: {
    number: 'its position among the events',
    segment: 'the segment that was open',
    kind: '`value`, `clock`, `preferred` or `forgotten`',
    context: '`vessels.self` for the own vessel, the full context for others',
    path: 'dotted path',
    source: 'full name of the source',
  },
  RecordedSeries: {
    id: 'its id in the blobs',
    context: '`vessels.self` for the own vessel, the full context for others',
    path: 'dotted path',
    source: 'full name of the source',
  },
}
