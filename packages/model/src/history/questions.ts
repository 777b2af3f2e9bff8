import { BoundingBox } from '#data/position.ts'
import { Type, type Static } from '#schema-language.ts'
import { HistoryValuesQuestion } from './values.ts'

const strict = { additionalProperties: false } as const
const milliseconds = Type.Integer({ description: 'Unix milliseconds' })
const range = { from: milliseconds, to: milliseconds }
const context = Type.String({ minLength: 1, maxLength: 320 })
const HistoryTierName = Type.Enum(['full', 'minute'])

/** Limits of one answer to a reader of the log. */
export const historyLogLimits = { segments: 100, events: 500 } as const

/** The lanes of the log: samples of the own vessel, of others, and the minute rows. */
export const SegmentLayer = Type.Enum(['own', 'others', 'minute'], { $id: 'SegmentLayer' })
export type SegmentLayer = 'own' | 'others' | 'minute'

const after = {
  after: Type.Integer({ minimum: 0, description: 'the number after which to read; 0 from the start' }),
}
const most = Type.Integer({ minimum: 1, maximum: historyLogLimits.events })

/** A question of the server to a provider of history. Its rows depend on `ask`. */
export const HistoryQuestion = Type.Union(
  [
    Type.Object({ ask: Type.Literal('values'), question: HistoryValuesQuestion }, strict),
    Type.Object({ ask: Type.Literal('contexts'), ...range }, strict),
    Type.Object(
      {
        ask: Type.Literal('paths'),
        ...range,
        context: Type.Optional(context),
        bbox: Type.Optional(BoundingBox),
      },
      strict,
    ),
    Type.Object(
      { ask: Type.Literal('track'), ...range, context, tolerance: Type.Number({ minimum: 0 }) },
      strict,
    ),
    Type.Object({ ask: Type.Literal('storage') }, strict),
    Type.Object({ ask: Type.Literal('forget'), ...range }, strict),
    Type.Object(
      {
        ask: Type.Literal('play'),
        from: milliseconds,
        tier: HistoryTierName,
        context: Type.Optional(context),
      },
      strict,
    ),
    Type.Object({ ask: Type.Literal('head') }, strict),
    Type.Object(
      {
        ask: Type.Literal('read'),
        lane: SegmentLayer,
        ...after,
        most: Type.Integer({ minimum: 1, maximum: historyLogLimits.segments }),
      },
      strict,
    ),
    Type.Object({ ask: Type.Literal('events'), ...after, most }, strict),
    Type.Object({ ask: Type.Literal('series'), ...after, most }, strict),
    Type.Object(
      { ask: Type.Literal('start-epoch'), epoch: Type.String({ minLength: 1, maxLength: 64 }) },
      strict,
    ),
  ],
  { $id: 'HistoryQuestion' },
)
export type HistoryQuestion = Static<typeof HistoryQuestion>

/** Part of an answer of a provider of history. */
export const HistoryPage = Type.Object(
  {
    rows: Type.Array(Type.String(), { description: 'rows, each as JSON text' }),
    open: Type.Optional(
      Type.Boolean({ description: 'true: the last row is not complete; the next page starts with its rest' }),
    ),
    next: Type.Optional(
      Type.Integer({ minimum: 0, description: 'asks for the next page; absent in the last page' }),
    ),
  },
  { $id: 'HistoryPage', ...strict },
)
export type HistoryPage = Static<typeof HistoryPage>

/** A position in the boat's log. */
export const LogHead = Type.Object(
  {
    epoch: Type.String({ description: 'identity of the log; when it changes, numbers start again at 1' }),
    number: Type.Integer({ description: 'number of the newest segment, 0 if there is none' }),
    event: Type.Integer({ description: 'number of the newest event, 0 if there is none' }),
  },
  { $id: 'LogPosition' },
)
export type LogHead = Static<typeof LogHead>

/** The providers of history. */
export const HistoryProviderList = Type.Record(
  Type.String(),
  Type.Object({ isDefault: Type.Boolean({ description: 'true for the provider that answers by default' }) }),
  { $id: 'HistoryProviderList' },
)
export type HistoryProviderList = Static<typeof HistoryProviderList>

export const DefaultHistoryProvider = Type.Object({ id: Type.String() }, { $id: 'DefaultHistoryProvider' })
export type DefaultHistoryProvider = Static<typeof DefaultHistoryProvider>
