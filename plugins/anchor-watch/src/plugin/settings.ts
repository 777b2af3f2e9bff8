import { Type } from '@marinedata/plugin-api'

const metres = (least: number, most: number, description: string) =>
  Type.Optional(Type.Number({ minimum: least, maximum: most, unit: 'm', description }))

/** The boat's dimensions as set by the crew. Missing ones are read from the boat's data. */
export const WatchSettings = Type.Object(
  {
    length: metres(1, 500, 'length overall of the boat'),
    bowHeight: metres(0, 50, 'height of the bow roller above the water'),
    fromBow: metres(0, 500, 'distance of the antenna behind the bow'),
    fromCenter: metres(-50, 50, 'distance of the antenna to starboard of the centre line'),
    hintAfter: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 86_400,
        unit: 's',
        description: 'time at rest before the plugin asks about a forgotten anchor watch; default 300 s',
      }),
    ),
  },
  { additionalProperties: false },
)
