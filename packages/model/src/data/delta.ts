import { Type, type Static } from '#schema-language.ts'
import { maxContextLength } from '#naming/context.ts'
import { Metadata } from './metadata.ts'
import { pathLimits } from '#naming/paths.ts'
import { SourceName } from '#naming/source-names.ts'

const path = Type.String({
  maxLength: pathLimits.length,
  description: 'dotted path; "" merges into the root',
})

/** One value at a path; `null` when it is not available. */
export const PathValue = Type.Object(
  { path, value: Type.Unknown() },
  { $id: 'PathValue', additionalProperties: false },
)
export type PathValue = Static<typeof PathValue>

export const PathMetadata = Type.Object(
  { path, value: Metadata },
  { $id: 'PathMetadata', additionalProperties: false },
)
export type PathMetadata = Static<typeof PathMetadata>

/** An ISO 8601 date-time in UTC. */
export const Timestamp = Type.String({
  $id: 'Timestamp',
  pattern:
    '^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]{1,9})?Z$',
})
export type Timestamp = Static<typeof Timestamp>

export const Update = Type.Object(
  {
    $source: Type.Optional(SourceName),
    source: Type.Optional(Type.Object({ label: Type.Optional(SourceName) })),
    timestamp: Type.Optional(Timestamp),
    values: Type.Optional(Type.Array(PathValue, { maxItems: 512 })),
    meta: Type.Optional(Type.Array(PathMetadata, { maxItems: 512 })),
  },
  { $id: 'Update', additionalProperties: false },
)
export type Update = Static<typeof Update>

/** New values of one context (the own vessel when absent), with one update per source. */
export const Delta = Type.Object(
  {
    context: Type.Optional(Type.String({ maxLength: maxContextLength })),
    updates: Type.Array(Update, { maxItems: 64 }),
  },
  { $id: 'Delta', additionalProperties: false },
)
export type Delta = Static<typeof Delta>

/** A delta as sent by the server, with context, source and timestamp always present and additional members. */
export const SentDelta = Type.Object(
  {
    context: Type.String(),
    updates: Type.Array(
      Type.Object({
        $source: Type.Optional(Type.String()),
        timestamp: Type.String(),
        values: Type.Optional(
          Type.Array(
            Type.Object({
              path: Type.String(),
              value: Type.Unknown(),
              stale: Type.Optional(Type.Boolean()),
              preferred: Type.Optional(
                Type.Boolean({
                  description:
                    'false when another source of the path is preferred; only sent with `sources: all`',
                }),
              ),
              timestampReplaced: Type.Optional(
                Type.Boolean({
                  description:
                    'true when the timestamp of the source was more than a day off and was replaced by the time of receipt',
                }),
              ),
            }),
          ),
        ),
        meta: Type.Optional(Type.Array(PathMetadata)),
      }),
    ),
    conflated: Type.Optional(
      Type.Boolean({ description: 'true when values were conflated because the client reads too slowly' }),
    ),
    late: Type.Optional(
      Type.Boolean({
        description: 'true when the changes are older: sent to a reader of the log that continues',
      }),
    ),
    epoch: Type.Optional(
      Type.Integer({ description: 'number of the start of the server; grows at each start' }),
    ),
    sequence: Type.Optional(
      Type.Integer({ description: 'number of the newest change in the delta, within the epoch' }),
    ),
  },
  { $id: 'SentDelta' },
)
export type SentDelta = Static<typeof SentDelta>
