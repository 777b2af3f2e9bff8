import { Type, type Static } from '#schema-language.ts'

/** How far the time of the clock can be trusted, from the least to the most. */
export const timeTrusts = ['none', 'rtc', 'network', 'gnss'] as const
export type TimeTrust = (typeof timeTrusts)[number]

/** What SQLite and JavaScript can hold: readers of the log, and the shore, store these numbers. */
const count = { minimum: 0, maximum: 2 ** 31 - 1 }
const number = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
/** The dates that JavaScript has. */
const unixMilliseconds = { minimum: -8.64e15, maximum: 8.64e15 }
const milliseconds = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

const TierStorage = Type.Object({
  bytes: Type.Integer(),
  days: Type.Number({ description: 'days between the oldest and the newest entry' }),
  writtenPerDay: Type.Integer({ description: 'bytes, over the last 30 days' }),
  oldest: Type.Optional(Type.String({ format: 'date-time' })),
})

/** What the history occupies, and how far it goes back. */
export const HistoryStorage = Type.Object(
  {
    log: Type.String({ description: 'identity of the log; a new one means that the numbers start again' }),
    budgetBytes: Type.Integer(),
    usedBytes: Type.Integer(),
    oldestNumber: Type.Integer({ description: 'number of the oldest segment, 0 if there is none' }),
    newestNumber: Type.Integer({ description: 'number of the newest segment, 0 if there is none' }),
    series: Type.Integer(),
    tiers: Type.Object({
      full: TierStorage,
      minute: TierStorage,
      sheet: TierStorage,
      event: TierStorage,
    }),
    rejected: Type.Integer({ description: 'changes since the start that were not recorded, beyond a limit' }),
    dropped: Type.Record(Type.String(), Type.Integer(), {
      description: 'entries since the start that were removed to stay within the budget, by layer',
    }),
    droppedBytes: Type.Optional(
      Type.Integer({ description: 'bytes since the start that were removed to stay within the budget' }),
    ),
  },
  { $id: 'HistoryStorage' },
)
export type HistoryStorage = Static<typeof HistoryStorage>

/** What was deleted on request. The times are whole minutes. */
export const HistoryForgotten = Type.Object(
  {
    from: Type.String({ format: 'date-time' }),
    to: Type.String({ format: 'date-time' }),
    segments: Type.Integer(),
    sheets: Type.Integer(),
    events: Type.Integer(),
  },
  { $id: 'HistoryForgotten' },
)
export type HistoryForgotten = Static<typeof HistoryForgotten>

/** A deletion that has begun and continues. */
export const HistoryDeletionPending = Type.Object(
  { state: Type.Literal('PENDING') },
  { $id: 'HistoryDeletionPending' },
)
export type HistoryDeletionPending = Static<typeof HistoryDeletionPending>

/** A segment without its content: its number and its times. */
export const LogSegmentTimes = Type.Object({
  number: Type.Integer(number),
  boot: Type.Integer({ ...count, description: 'counts the starts of the recorder' }),
  mono: Type.Number({ ...milliseconds, description: 'monotonic milliseconds of its start' }),
  wall: Type.Number({
    ...unixMilliseconds,
    description: 'Unix milliseconds of its start, by the clock of the machine',
  }),
  trust: Type.Enum([...timeTrusts], { description: 'how far the clock was trusted' }),
})
export type LogSegmentTimes = Static<typeof LogSegmentTimes>

/** A segment of the boat's log, as readers of the log get it. */
export const LogSegment = Type.Object(
  {
    ...LogSegmentTimes.properties,
    blob: Type.Optional(
      Type.String({ description: 'base64; absent when it was removed, or nothing was recorded' }),
    ),
  },
  { $id: 'LogSegment' },
)
export type LogSegment = Static<typeof LogSegment>

/** An event of the boat's log: a notification, a text, a correction of the clock, or a gap. */
export const LogEvent = Type.Object(
  {
    number: Type.Integer(number),
    segment: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    wall: Type.Number({ ...unixMilliseconds, description: 'Unix milliseconds' }),
    mono: Type.Number({ ...milliseconds, description: 'monotonic milliseconds' }),
    kind: Type.String(),
    context: Type.String(),
    path: Type.String(),
    source: Type.String(),
    json: Type.String({ description: 'the value as JSON text' }),
  },
  { $id: 'LogEvent' },
)
export type LogEvent = Static<typeof LogEvent>

/** The content of an event of kind `clock`: the true time minus the monotonic one, from its segment on. */
export const LogClockFix = Type.Object({
  boot: Type.Integer(count),
  offset: Type.Number(unixMilliseconds),
  trust: Type.Enum([...timeTrusts]),
})
export type LogClockFix = Static<typeof LogClockFix>

/** Maximum number of series of a log. */
export const mostLogSeries = 500_000

/** What the samples of a segment belong to. The blobs of segments name series by id. */
export const LogSeries = Type.Object(
  {
    id: Type.Integer({ minimum: 0, maximum: mostLogSeries }),
    context: Type.String(),
    path: Type.String(),
    source: Type.String(),
    part: Type.String({ description: 'empty for a number; `latitude` or `longitude` for a position' }),
    steps: Type.Number({
      minimum: 1e-9,
      maximum: 1e15,
      description: 'steps per SI unit: the recorded whole numbers, divided by this, are values',
    }),
  },
  { $id: 'RecordedSeries' },
)
export type LogSeries = Static<typeof LogSeries>
