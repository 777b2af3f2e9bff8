import { Type, type Static } from '#schema-language.ts'
import { Metadata } from './metadata.ts'

const sourceLeaf = {
  value: Type.Unknown(),
  $source: Type.String(),
  timestamp: Type.String(),
  stale: Type.Optional(
    Type.Boolean({ description: 'true when the value was not repeated within its timeout' }),
  ),
  timestampReplaced: Type.Optional(
    Type.Boolean({
      description:
        'true when the timestamp of the source was more than a day off and was replaced by the time of receipt',
    }),
  ),
}

/** A value in the tree with its source and timestamp. `values` is present when there is more than one source. */
export const Leaf = Type.Object(
  {
    ...sourceLeaf,
    meta: Type.Optional(Metadata),
    values: Type.Optional(Type.Record(Type.String(), Type.Object(sourceLeaf))),
  },
  { $id: 'Leaf' },
)
export type Leaf = Static<typeof Leaf>
