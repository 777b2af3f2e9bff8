import { Type, type Static } from '@marinedata/plugin-api'
import { alertSentenceTypes, madeTypes } from './sentence-choices.ts'
import { filterMembers } from './sentence-filter.ts'

/** What an output sends. */
export const Sends = Type.Object(
  {
    received: Type.Optional(
      Type.Boolean({ description: 'passes on the sentences of all other inputs; default true' }),
    ),
    ...filterMembers,
    plugins: Type.Optional(
      Type.Boolean({
        description:
          'sends the sentences of other plugins, such as commands to an autopilot; "only" and "never" do not apply; default false',
      }),
    ),
    made: Type.Optional(
      Type.Array(Type.Enum([...madeTypes, ...Object.values(alertSentenceTypes)]), {
        maxItems: 32,
        description:
          'sentences that are made from the live values and the alerts of the boat; "alerts" is ALF, ALC and HBT, "BBM" the text to ships; "only" and "never" do not apply',
      }),
    ),
  },
  { additionalProperties: false, description: 'what is sent; without it, nothing' },
)
export type Sends = Static<typeof Sends>
