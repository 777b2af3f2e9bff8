import { Type, type Static } from '#schema-language.ts'

/** How the samples of a bucket become one value. */
export const historyMethods = [
  'average',
  'min',
  'max',
  'first',
  'last',
  'mid',
  'middle_index',
  'sma',
  'ema',
] as const
export const HistoryMethod = Type.Enum([...historyMethods], { $id: 'HistoryMethod' })
export type HistoryMethod = (typeof historyMethods)[number]

/** Where the answer comes from: every sample, or a row per minute. */
export const HistoryTier = Type.Enum(['full', 'minute'], {
  $id: 'HistoryTier',
  description: 'full: computed from every recorded sample; minute: from one row per minute',
})
export type HistoryTier = 'full' | 'minute'

/** Limits of one question. */
export const historyLimits = { paths: 16, cells: 200_000, defaultRows: 1_500 } as const

/** Seconds. The default resolution is the smallest of these that gives at most `historyLimits.defaultRows` rows. */
export const historyResolutions = [1, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400] as const

/** Number of buckets that a range touches. Buckets are aligned to the Unix epoch; both ends are inclusive. */
export const historyRows = (range: { readonly from: number; readonly to: number }, seconds: number): number =>
  Math.floor(range.to / (seconds * 1_000)) - Math.floor(range.from / (seconds * 1_000)) + 1

/** The smallest usual resolution that gives at most this many rows; whole days beyond the largest. Seconds. */
export const fittingResolution = (
  range: { readonly from: number; readonly to: number },
  rows: number = historyLimits.defaultRows,
): number => {
  const usual = historyResolutions.find((seconds) => historyRows(range, seconds) <= rows)
  if (usual !== undefined) return usual
  const day = 86_400
  let days = Math.max(2, Math.ceil((range.to - range.from) / (day * 1_000) / rows))
  while (historyRows(range, days * day) > rows) days++
  return days * day
}

const milliseconds = Type.Integer({ description: 'Unix milliseconds' })

/** One column of a question. */
export const HistoryColumn = Type.Object(
  {
    path: Type.String({ minLength: 1, maxLength: 256 }),
    $source: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'the preferred source of each time if absent',
      }),
    ),
    method: Type.Optional(HistoryMethod),
    parameter: Type.Optional(
      Type.Number({ description: 'sma: number of buckets, 1 to 1000; ema: alpha, above 0 to 1' }),
    ),
  },
  { $id: 'HistoryColumn', additionalProperties: false },
)
export type HistoryColumn = Static<typeof HistoryColumn>

/** A question for values, as the server asks a history provider. */
export const HistoryValuesQuestion = Type.Object(
  {
    context: Type.String({ minLength: 1, maxLength: 320 }),
    from: milliseconds,
    to: milliseconds,
    resolution: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 31_536_000, description: 'seconds' }),
    ),
    columns: Type.Array(HistoryColumn, { minItems: 1, maxItems: historyLimits.paths }),
    sourcePolicy: Type.Optional(
      Type.Enum(['preferred', 'all'], { description: 'all: one column per source of a path' }),
    ),
  },
  { $id: 'HistoryValuesQuestion', additionalProperties: false },
)
export type HistoryValuesQuestion = Static<typeof HistoryValuesQuestion>

/** A time that is not, or no longer, recorded. */
export const HistoryGap = Type.Object(
  {
    from: Type.String({ format: 'date-time' }),
    to: Type.String({ format: 'date-time' }),
    layer: Type.String({ description: 'own, others, minute, own-sheet, others-sheet or all' }),
    reason: Type.String({ description: 'budget, forgotten, power-cut or write-failed' }),
  },
  { $id: 'HistoryGap' },
)
export type HistoryGap = Static<typeof HistoryGap>

/** A cell of the answer: a number, a position, or null for an empty bucket. */
export const HistoryCell = Type.Union(
  [
    Type.Null(),
    Type.Number(),
    Type.Object({ latitude: Type.Number(), longitude: Type.Number() }, { additionalProperties: false }),
  ],
  { $id: 'HistoryCell' },
)
export type HistoryCell = Static<typeof HistoryCell>

/** The timestamp of the bucket's start, then one cell per column. */
export type HistoryRow = [timestamp: string, ...cells: HistoryCell[]]

const headMembers = {
  context: Type.String(),
  range: Type.Object({
    from: Type.String({ format: 'date-time' }),
    to: Type.String({ format: 'date-time' }),
  }),
  values: Type.Array(
    Type.Object({ path: Type.String(), method: HistoryMethod, $source: Type.Optional(Type.String()) }),
  ),
  resolution: Type.Number({ description: 'seconds per row' }),
  tier: HistoryTier,
  gaps: Type.Array(HistoryGap, { description: 'at most 100, oldest first' }),
}

/** Everything of the answer except its rows. */
export const HistoryValuesHead = Type.Object(headMembers, { $id: 'HistoryValuesHead' })
export type HistoryValuesHead = Static<typeof HistoryValuesHead>

/** The whole answer of `GET history/values`. */
export const HistoryValuesAnswer = Type.Object(
  {
    ...headMembers,
    data: Type.Array(
      Type.Array(Type.Union([Type.String(), HistoryCell]), {
        description: 'timestamp of the start of the bucket, then one cell per entry of `values`',
      }),
    ),
  },
  { $id: 'HistoryValuesAnswer' },
)
export type HistoryValuesAnswer = HistoryValuesHead & { data: HistoryRow[] }
