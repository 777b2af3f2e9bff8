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
import { details, NavicoPilot } from './navico-pilot.ts'
import { alarmNames, topics, type Topic } from './wire.ts'

const Settings = Type.Object(
  {
    bus: pilotBusSetting,
    device: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{16}$',
        description: 'NAME of the autopilot computer, if the boat has several; the Devices screen shows it',
      }),
    ),
  },
  { additionalProperties: false },
)

const hears: readonly Topic[] = Object.values(topics)
const makers = /^(?:navico|b ?& ?g|simrad|lowrance)/i

const navico = definePlugin({
  name: 'pilot-navico',
  version: '0.1.0',
  description: 'Steers with a Navico autopilot on NMEA 2000: B&G, Simrad, Lowrance',
  settings: Settings,
  reads: { paths: [...pilotSurroundingsPaths] },
  buses: [{ kind: 'nmea2000', hears: [...hears], sends: [topics.command] }],
  provides: ['autopilot'],
  start: async (boat, { bus, device: chosen }) => {
    await using stack = new AsyncDisposableStack()
    const surroundings = stack.use(await followSurroundings(boat))
    const steering = await steerOnBus(boat, {
      id: 'navico',
      details,
      kind: 'nmea2000',
      bus,
      urgent: hears,
      chosen,
      isPilot: ({ manufacturer = '', function: purpose }) =>
        makers.test(manufacturer) && purpose === 'Autopilot',
      called: 'autopilot computer',
      alarmNames,
      makeProtocol: (port) => new NavicoPilot(port, surroundings),
    })
    stack.use(steering)
    const owned = stack.move()
    return { stop: async () => await owned.disposeAsync() }
  },
})

/** Steers with a Navico autopilot. */
export const plugin: Plugin = navico

if (import.meta.main) await runPlugin(plugin)
