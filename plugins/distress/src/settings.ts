import { nauticalMiles } from '@marinedata/model'
import { Type, type Static } from '@marinedata/plugin-api'

const within = (miles: number, description: string) =>
  Type.Number({ minimum: 100, maximum: 100_000, default: nauticalMiles(miles), unit: 'm', description })

export const DistressSettings = Type.Object(
  {
    ownBeacons: Type.Array(
      Type.Object(
        {
          mmsi: Type.String({ pattern: '^97[0-9]{7}$', maxLength: 9, description: 'number of the beacon' }),
          name: Type.String({ minLength: 1, maxLength: 64, description: 'who wears it' }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 16, default: [], description: 'beacons of the crew' },
    ),
    emergencyWithin: within(5, 'an active MOB beacon within this distance is an emergency'),
    dscWithin: within(25, 'a DSC distress call from farther away is a warning'),
  },
  { additionalProperties: false },
)
export type DistressSettings = Static<typeof DistressSettings>
