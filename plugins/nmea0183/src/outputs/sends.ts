import { Type, type Static } from '@marinedata/plugin-api'
import { filterMembers } from './sentence-filter.ts'

/** What an output sends. */
export const Sends = Type.Object(
  {
    received: Type.Optional(
      Type.Boolean({ description: 'passes on the sentences of all other inputs; default true' }),
    ),
    ...filterMembers,
  },
  { additionalProperties: false, description: 'what is sent; without it, nothing' },
)
export type Sends = Static<typeof Sends>
