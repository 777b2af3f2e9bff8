import { Type, type Static } from '#schema-language.ts'

const strict = { additionalProperties: false } as const

/** Rates of a playback. Above `minutesAbove` it plays one mean for each minute. */
export const playbackRates = { minimum: 0.1, maximum: 1_000, minutesAbove: 20 } as const

const { minimum, maximum } = playbackRates
const rate = Type.Number({ minimum, maximum, description: 'played seconds per second' })
const time = Type.String({ maxLength: 64, description: 'an ISO 8601 date-time' })

/** The query of the playback URL. */
export const PlaybackQuery = Type.Object(
  {
    startTime: time,
    playbackRate: Type.Optional(rate),
    subscribe: Type.Optional(Type.Enum(['self', 'all', 'none'])),
  },
  { $id: 'PlaybackQuery', ...strict },
)
export type PlaybackQuery = Static<typeof PlaybackQuery>

/** Changes a playback: its rate, whether it pauses, and the time from which it plays on. */
export const PlaybackMessage = Type.Object(
  {
    playback: Type.Object(
      {
        rate: Type.Optional(rate),
        paused: Type.Optional(Type.Boolean()),
        seek: Type.Optional(time),
      },
      strict,
    ),
    requestId: Type.Optional(Type.String({ maxLength: 128 })),
  },
  { $id: 'PlaybackMessage', ...strict },
)
export type PlaybackMessage = Static<typeof PlaybackMessage>
