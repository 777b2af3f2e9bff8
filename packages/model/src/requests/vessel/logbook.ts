import { Timestamp } from '#data/delta.ts'
import { Position } from '#data/position.ts'
import { Type, type Static } from '#schema-language.ts'
import { Completed } from '../devices/autopilot.ts'

/** The plugin that keeps the logbook, and the kind of its resources. */
export const logbookName = 'logbook'

const strict = { additionalProperties: false } as const
const amount = (description: string) => Type.Number({ minimum: 0, description })
const orNull = (description: string) => Type.Union([amount(description), Type.Null()], { description })

/** Why an entry was made. */
export const logbookEntryKinds = [
  'hour',
  'note',
  'under-way',
  'stopped',
  'engine-started',
  'engine-stopped',
  'anchor-down',
  'anchor-up',
  'man-overboard',
  'alarm-raised',
  'alarm-cleared',
  'course-started',
  'course-ended',
  'pilot-engaged',
  'pilot-disengaged',
  'skipped',
] as const
export type LogbookEntryKind = (typeof logbookEntryKinds)[number]

/** Texts of entries: one line, and not only spaces. */
const EntryText = Type.String({
  minLength: 1,
  maxLength: 500,
  pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\u0000-\\u0020\\u007f][^\\u0000-\\u001f\\u007f]*$',
})

/** One entry. What was unknown at its time is absent. */
export const LogbookEntry = Type.Object(
  {
    time: Timestamp,
    kind: Type.Enum([...logbookEntryKinds]),
    text: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'the note, the message of the alarm, or the name of the engine or autopilot',
      }),
    ),
    author: Type.Optional(Type.String({ maxLength: 128, description: 'who wrote the note' })),
    position: Type.Optional(Position),
    course: Type.Optional(Type.Number({ description: 'over ground, radians from true north' })),
    speed: Type.Optional(amount('over ground, m/s')),
    windDirection: Type.Optional(Type.Number({ description: 'true, radians from true north' })),
    windSpeed: Type.Optional(amount('true, m/s')),
    pressure: Type.Optional(amount('of the air, Pa')),
    depth: Type.Optional(Type.Number({ description: 'metres' })),
    depthFrom: Type.Optional(
      Type.Enum(['surface', 'keel', 'transducer'], { description: 'what the depth is measured from' }),
    ),
  },
  { $id: 'LogbookEntry', ...strict },
)
export type LogbookEntry = Static<typeof LogbookEntry>

/** What the boat did in a time. */
export const TripFigures = Type.Object(
  {
    distance: amount('metres over ground'),
    underWay: amount('seconds under way, with a known speed'),
    unknown: amount(
      'seconds under way, or probably so, with an unknown speed; no distance is counted for them',
    ),
    engine: amount('seconds with a running engine'),
    averageSpeed: orNull('m/s while under way; null when the boat was not'),
    maximumSpeed: orNull('m/s, kept for three seconds; null when the boat was not under way'),
  },
  { $id: 'TripFigures', ...strict },
)
export type TripFigures = Static<typeof TripFigures>

const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: 'a day, UTC' })

/** A part of the logbook as the plugin provides it. A day has one or several. */
export const LogbookPage = Type.Object(
  {
    id: Type.String({ description: 'the day, and a number from the second part on: `2026-07-01.2`' }),
    name: Type.String(),
    day: Day,
    entries: Type.Array(LogbookEntry, { maxItems: 500 }),
    totals: Type.Optional(TripFigures),
  },
  { $id: 'LogbookPage', ...strict },
)
export type LogbookPage = Static<typeof LogbookPage>

/** Entries that were removed because the storage is full. */
const Removed = Type.Union(
  [Type.Object({ entries: Type.Integer({ minimum: 1 }), until: Day }, strict), Type.Null()],
  {
    description:
      'the oldest entries, which were removed to make room, and the last day of which; null for none',
  },
)

/** The id of the resource with the trip. */
export const tripResource = 'trip'

/** The trip as the plugin provides it. */
export const LogbookTrip = Type.Object(
  {
    id: Type.Literal(tripResource),
    name: Type.String(),
    since: Timestamp,
    figures: TripFigures,
    isUnderWay: Type.Boolean({ description: 'stays as it was while the speed is unknown' }),
    removed: Removed,
  },
  { $id: 'LogbookTrip', ...strict },
)
export type LogbookTrip = Static<typeof LogbookTrip>

/** The trip, and which days the logbook has. */
export const Logbook = Type.Object(
  {
    trip: Type.Union([
      Type.Object({
        since: Timestamp,
        figures: TripFigures,
        isUnderWay: LogbookTrip.properties.isUnderWay,
      }),
      Type.Null(),
    ]),
    days: Type.Array(
      Type.Object({
        day: Day,
        entries: Type.Integer({ minimum: 0 }),
        totals: Type.Union([TripFigures, Type.Null()]),
      }),
      { description: 'latest first' },
    ),
    removed: Removed,
  },
  { $id: 'Logbook' },
)
export type Logbook = Static<typeof Logbook>

/** The entries of one day. */
export const LogbookDay = Type.Object(
  {
    day: Day,
    totals: Type.Union([TripFigures, Type.Null()]),
    entries: Type.Array(LogbookEntry, { description: 'oldest first' }),
  },
  { $id: 'LogbookDay' },
)
export type LogbookDay = Static<typeof LogbookDay>

/** A note of a person. */
export const LogbookNoteRequest = Type.Object({ text: EntryText }, { $id: 'LogbookNoteRequest', ...strict })
export type LogbookNoteRequest = Static<typeof LogbookNoteRequest>

/** The input of the action with which the server adds a note. */
export const LogbookNote = Type.Object(
  { text: EntryText, author: Type.Optional(Type.String({ maxLength: 128 })) },
  strict,
)

export const LogbookCompleted = Type.Object(
  { ...Completed.properties, entry: LogbookEntry },
  { $id: 'LogbookCompleted' },
)
export type LogbookCompleted = Static<typeof LogbookCompleted>
