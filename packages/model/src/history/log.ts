import { Type, type Static } from '#schema-language.ts'

/** How far the time of the clock can be trusted, from the least to the most. */
export const timeTrusts = ['none', 'rtc', 'network', 'gnss'] as const
export type TimeTrust = (typeof timeTrusts)[number]

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
