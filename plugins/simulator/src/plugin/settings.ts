import { Type } from '@marinedata/plugin-api'
import { degrees, knots } from '../units.ts'

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
    depth: Type.Number({ minimum: 1, maximum: 100, default: 6, description: 'water depth in metres' }),
    rode: Type.Number({
      minimum: 5,
      maximum: 300,
      default: 40,
      description: 'length of the chain in metres',
    }),
    drag: Type.Optional(
      Type.Object(
        {
          after: Type.Number({ minimum: 0, description: 'simulated seconds until the anchor drags' }),
          speed: Type.Number({ exclusiveMinimum: 0, maximum: 3, description: 'm/s at which it drags' }),
        },
        { ...strict, description: 'drags the anchor; it holds by default' },
      ),
    ),
  },
  {
    ...strict,
    default: { depth: 6, rode: 40 },
    description: 'the stay, for a boat at anchor',
  },
)

const ShipOnTrack = Type.Object(
  {
    type: Type.Integer({
      minimum: 0,
      maximum: 99,
      description: 'AIS ship type, such as 70 for a cargo ship',
    }),
    bearing: direction('from the start position, in radians from true north', 0),
    range: Type.Number({ minimum: 50, maximum: 14_000, description: 'metres from the start position' }),
    course: direction('course over ground, in radians from true north', 0),
    speed: Type.Number({ minimum: 0, maximum: 20, description: 'm/s; 0 for a ship at anchor' }),
  },
  strict,
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
      description: 'the same seed gives the same voyage',
    }),
    position: Type.Object(Place.properties, {
      ...strict,
      default: { latitude: 54.75, longitude: 2.9 },
      description: 'start position; default on the Dogger Bank',
    }),
    heading: direction('true heading at the start, in radians', rounded(degrees(310))),
    trueWind: Type.Object(
      {
        direction: direction('direction it comes from, in radians from true north', rounded(degrees(250))),
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
        set: direction('direction it flows to, in radians from true north', rounded(degrees(20))),
        drift: Type.Number({ minimum: 0, maximum: 3, default: rounded(knots(0.8)), description: 'm/s' }),
      },
      {
        ...strict,
        default: { set: rounded(degrees(20)), drift: rounded(knots(0.8)) },
        description: 'the tidal current at its maximum, which is at the start',
      },
    ),
    variation: Type.Number({
      minimum: -Math.PI,
      maximum: Math.PI,
      default: rounded(degrees(1.5)),
      description: 'magnetic variation in radians, positive to the east',
    }),
    waves: share(3, 1, '0 for flat water, 1 for a slight sea, 3 for a rough sea'),
    gusts: share(1, 0.3, '0 for a steady wind, 1 for a gusty and shifty wind'),
    noise: share(3, 1, 'noise of the instruments: 0 for none, 1 for normal'),
    basicSensors: Type.Boolean({
      default: false,
      description:
        'under sail, sends only what simple sensors measure: no true wind, true heading and depth below the keel',
    }),
    traffic: Type.Integer({
      minimum: 0,
      maximum: 500,
      default: 50,
      description: 'number of other vessels; 0 for none',
    }),
    tracks: Type.Array(ShipOnTrack, {
      maxItems: 50,
      default: [],
      description:
        'ships on straight tracks, besides the traffic; one that leaves the radio range starts again',
    }),
    pace: Type.Number({
      minimum: 1,
      maximum: 100,
      default: 1,
      description: 'simulation speed; 1 is real time',
    }),
    deviceDelay: Type.Number({
      minimum: 0,
      maximum: 10,
      default: 0.03,
      description: 'simulated seconds from a command to its effect in an autopilot',
    }),
  },
  strict,
)
