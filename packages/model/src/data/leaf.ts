import { Type, type Static } from '#schema-language.ts'
import { Metadata } from './metadata.ts'

const sourceLeaf = {
  value: Type.Unknown(),
  $source: Type.String(),
  timestamp: Type.String(),
  stale: Type.Optional(
    Type.Boolean({ description: 'true once the source has been silent past its timeout' }),
  ),
  timestampReplaced: Type.Optional(
    Type.Boolean({
      description:
        'true when the source’s own time was more than a day off; the timestamp is when the value was received',
    }),
  ),
}

/** A value in the tree, with where it came from and when; `values` appears with the second source. */
export const Leaf = Type.Object(
  {
    ...sourceLeaf,
    meta: Type.Optional(Metadata),
    values: Type.Optional(Type.Record(Type.String(), Type.Object(sourceLeaf))),
  },
  { $id: 'Leaf' },
)
export type Leaf = Static<typeof Leaf>
