import { Type } from '@marinedata/plugin-api'
import { degrees, knots, nauticalMiles } from '../units.ts'

const strict = { additionalProperties: false } as const
const direction = (description: string, preset: number) =>
  Type.Number({ minimum: 0, maximum: 2 * Math.PI, default: preset, description })
const share = (most: number, preset: number, description: string) =>
  Type.Number({ minimum: 0, maximum: most, default: preset, description })

export const Place = Type.Object(
  {
    latitude: Type.Number({ minimum: -85, maximum: 85 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
  },
  strict,
)

const rounded = (value: number): number => Number(value.toFixed(4))

const Anchorage = Type.Object(
  {
    depth: Type.Number({ minimum: 1, maximum: 100, default: 6, description: 'metres, of the water' }),
    rode: Type.Number({ minimum: 5, maximum: 300, default: 40, description: 'metres of chain that are out' }),
    drag: Type.Optional(
      Type.Object(
        {
          after: Type.Number({ minimum: 0, description: 'simulated seconds until the anchor lets go' }),
          speed: Type.Number({ exclusiveMinimum: 0, maximum: 3, description: 'm/s at which it comes home' }),
        },
        { ...strict, description: 'the anchor drags; it holds when absent' },
      ),
    ),
  },
  {
    ...strict,
    default: { depth: 6, rode: 40 },
    description: 'how the boat lies, when it is at anchor',
  },
)

/** Speeds in metres per second, angles in radians, positions in degrees. */
export const SimulatorSettings = Type.Object(
  {
    scenario: Type.Enum(['sailing', 'anchored'], {
      default: 'sailing',
      description: 'under sail, or at anchor: without autopilots, with the anchor at the position',
    }),
    anchorage: Anchorage,
    seed: Type.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      default: 1,
      description: 'the same seed makes the same voyage',
    }),
    position: Type.Object(Place.properties, {
      ...strict,
      default: { latitude: 54.75, longitude: 2.9 },
      description: 'where it begins; on the Dogger Bank when absent',
    }),
    heading: direction('true heading at the beginning, in radians', rounded(degrees(310))),
    trueWind: Type.Object(
      {
        direction: direction('where it comes from, in radians from true north', rounded(degrees(250))),
        speed: Type.Number({ minimum: 0, maximum: 40, default: rounded(knots(13)), description: 'm/s' }),
      },
      {
        ...strict,
        default: { direction: rounded(degrees(250)), speed: rounded(knots(13)) },
        description: 'the mean wind over the water',
      },
    ),
    current: Type.Object(
      {
        set: direction('where it flows to, in radians from true north', rounded(degrees(20))),
        drift: Type.Number({ minimum: 0, maximum: 3, default: rounded(knots(0.8)), description: 'm/s' }),
      },
      {
        ...strict,
        default: { set: rounded(degrees(20)), drift: rounded(knots(0.8)) },
        description: 'the tidal current at its strongest, as it is at the beginning',
      },
    ),
    variation: Type.Number({
      minimum: -Math.PI,
      maximum: Math.PI,
      default: rounded(degrees(1.5)),
      description: 'magnetic variation in radians, positive to the east',
    }),
    waves: share(3, 1, '0 for flat water, 1 for a slight sea, 3 for a rough one'),
    gusts: share(1, 0.3, '0 for a steady wind, 1 for a gusty and shifty one'),
    noise: share(3, 1, 'of the instruments: 0 for none, 1 for what is usual'),
    traffic: Type.Integer({
      minimum: 0,
      maximum: 500,
      default: 50,
      description: 'vessels around; 0 for an empty sea',
    }),
    pace: Type.Number({
      minimum: 1,
      maximum: 100,
      default: 1,
      description: 'how many times as fast as real time runs',
    }),
    deviceDelay: Type.Number({
      minimum: 0,
      maximum: 10,
      default: 0.03,
      description: 'simulated seconds from a command to the effect in an autopilot',
    }),
    leg: Type.Number({
      minimum: 200,
      maximum: 50_000,
      default: nauticalMiles(1),
      description: 'metres of each of the four legs of the built-in route',
    }),
  },
  strict,
)
