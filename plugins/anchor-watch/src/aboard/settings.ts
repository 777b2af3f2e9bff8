import { Type } from '@marinedata/plugin-api'

const metres = (least: number, most: number, description: string) =>
  Type.Optional(Type.Number({ minimum: least, maximum: most, description: `metres; ${description}` }))

/** What the crew says of the boat; what it does not say is taken from the data, where it is there. */
export const WatchSettings = Type.Object(
  {
    length: metres(1, 500, 'of the boat, over all'),
    bowHeight: metres(0, 50, 'from the water to the bow roller'),
    fromBow: metres(0, 500, 'how far the antenna is behind the bow'),
    fromCenter: metres(-50, 50, 'how far the antenna is to starboard of the middle'),
    hintAfter: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 86_400,
        description:
          'seconds that the boat lies still before a watch that was forgotten is asked for; 300 when absent',
      }),
    ),
  },
  { additionalProperties: false },
)
