import {
  definePlugin,
  followSurroundings,
  pilotBusSetting,
  pilotSurroundingsPaths,
  runPlugin,
  steerOnBus,
  Type,
  type Plugin,
} from '@marinedata/plugin-api'
import { keyDetails } from './key-pilot.ts'
import { KeyProtocol } from './key-protocol.ts'
import { details, RaymarinePilot } from './raymarine-pilot.ts'
import { steerOnSeatalk1 } from './seatalk1-pilot.ts'
import { sentenceTopic } from './seatalk1.ts'
import { alarmNames, alarmsEndAfterMs, topics, type Topic } from './wire.ts'

const strict = { additionalProperties: false } as const
const nameOf = (description: string) => Type.String({ pattern: '^[0-9a-f]{16}$', description })

const Settings = Type.Object(
  {
    bus: pilotBusSetting,
    device: Type.Optional(
      nameOf('NAME of the course computer, if the boat has several; the Devices screen shows it'),
    ),
    dialects: Type.Array(
      Type.Object(
        {
          device: nameOf('NAME of the course computer or of the converter'),
          adjustBy: Type.Enum(['keys', 'converter'], {
            description:
              '"keys" for an SPX-30; "converter" for a SeaTalk 1 pilot behind a SeaTalkNG converter',
          }),
        },
        strict,
      ),
      {
        maxItems: 8,
        default: [],
        description: 'pilots that obey the keys ±1 and ±10 only, by their NAME; others are set to a heading',
      },
    ),
    seatalk1: Type.Boolean({
      default: false,
      description:
        'the pilot is on SeaTalk 1, behind a converter to NMEA 0183 ($STALK); NMEA 2000 is not used',
    }),
  },
  strict,
)

const hears: readonly Topic[] = Object.values(topics)

const raymarine = definePlugin({
  name: 'pilot-raymarine',
  version: '0.1.0',
  description: 'Steers with a Raymarine autopilot on NMEA 2000 (SeaTalkNG), or on SeaTalk 1 by keys',
  settings: Settings,
  reads: { paths: [...pilotSurroundingsPaths] },
  buses: [
    { kind: 'nmea2000', hears: [...hears], sends: [topics.group, topics.key] },
    { kind: 'nmea0183', hears: [sentenceTopic], sends: [sentenceTopic] },
  ],
  provides: ['autopilot'],
  start: async (boat, { bus, device: chosen, dialects, seatalk1 }) => {
    if (seatalk1) {
      const steering = await steerOnSeatalk1(boat)
      return { stop: async () => await steering[Symbol.asyncDispose]() }
    }
    const dialectOf = (name: string) => dialects.find(({ device }) => device === name)?.adjustBy
    await using stack = new AsyncDisposableStack()
    const surroundings = stack.use(await followSurroundings(boat))
    const steering = await steerOnBus(boat, {
      id: 'raymarine',
      details,
      detailsOf: (name) => (dialectOf(name) === undefined ? details : keyDetails),
      kind: 'nmea2000',
      bus,
      urgent: [topics.mode, topics.locked, topics.wind, topics.group, topics.key],
      chosen,
      isPilot: ({ name, manufacturer = '', model = '' }) =>
        dialectOf(name) !== undefined || (/raymarine/i.test(manufacturer) && /course computer/i.test(model)),
      called: 'course computer',
      alarmNames,
      alarmsEndAfterMs,
      makeProtocol: (port, name) => {
        const dialect = dialectOf(name)
        return dialect === undefined ? new RaymarinePilot(port, surroundings) : new KeyProtocol(port, dialect)
      },
    })
    stack.use(steering)
    const owned = stack.move()
    return { stop: async () => await owned.disposeAsync() }
  },
})

/** Steers with a Raymarine autopilot. */
export const plugin: Plugin = raymarine

if (import.meta.main) await runPlugin(plugin)
