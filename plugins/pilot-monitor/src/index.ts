import {
  definePlugin,
  pilotBusSetting,
  runPlugin,
  steerOnBus,
  Type,
  type Plugin,
} from '@marinedata/plugin-api'
import { alarmNames, detailsOf, FurunoMonitor, GarminMonitor } from './monitored-pilot.ts'
import { makeOf, topics, type Topic } from './wire.ts'

const Settings = Type.Object(
  {
    bus: pilotBusSetting,
    device: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{16}$',
        description:
          'NAME of the autopilot, if the boat has several or it is not found; the Devices screen shows it',
      }),
    ),
  },
  { additionalProperties: false },
)

const hears: readonly Topic[] = Object.values(topics)

const monitor = definePlugin({
  name: 'pilot-monitor',
  version: '0.1.0',
  description: 'Shows a Garmin or Furuno autopilot on NMEA 2000, and never steers',
  settings: Settings,
  buses: [{ kind: 'nmea2000', hears: [...hears] }],
  provides: ['autopilot'],
  start: async (boat, { bus, device: chosen }) => {
    const steering = await steerOnBus(boat, {
      id: 'monitored',
      details: detailsOf.garmin,
      detailsOf: (name) => detailsOf[makeOf(name) ?? 'garmin'],
      kind: 'nmea2000',
      bus,
      urgent: hears,
      // A configured NAME must also be one of these makes: the messages of others mean something else.
      chosen: undefined,
      isPilot: ({ name, function: purpose }) =>
        makeOf(name) !== undefined && (chosen === undefined ? purpose === 'Autopilot' : name === chosen),
      called: 'Garmin or Furuno autopilot',
      alarmNames,
      makeProtocol: (port, name) =>
        makeOf(name) === 'furuno'
          ? new FurunoMonitor(port)
          : new GarminMonitor((level, words) => boat.status(level, words)),
    })
    return { stop: async () => await steering[Symbol.asyncDispose]() }
  },
})

/** Shows a Garmin or Furuno autopilot. */
export const plugin: Plugin = monitor

if (import.meta.main) await runPlugin(plugin)
