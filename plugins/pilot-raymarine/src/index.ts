import {
  courseGuidancePath,
  definePlugin,
  followCourse,
  runPlugin,
  Type,
  type Plugin,
} from '@marinedata/plugin-api'
import { PilotOnBus } from './pilot-on-bus.ts'
import { details, type Topic } from './raymarine-pilot.ts'
import { topics } from './wire.ts'

const Settings = Type.Object(
  {
    device: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{16}$',
        description: 'NAME of the course computer, if the boat has several; the Devices screen shows it',
      }),
    ),
  },
  { additionalProperties: false },
)

const hears: readonly Topic[] = Object.values(topics)

const raymarine = definePlugin({
  name: 'pilot-raymarine',
  version: '0.1.0',
  description: 'Steers with a Raymarine Evolution autopilot on NMEA 2000 (SeaTalkNG)',
  settings: Settings,
  reads: { paths: [courseGuidancePath] },
  buses: [{ kind: 'nmea2000', hears: [...hears], sends: [topics.group] }],
  provides: ['autopilot'],
  start: async (boat, { device: chosen }) => {
    await using stack = new AsyncDisposableStack()
    const pilot = new PilotOnBus({ chosen, status: (level, words) => boat.status(level, words) })
    stack.use(await followCourse(boat, ({ status }) => (pilot.hasCourse = status === 'live')))
    const device = await boat.registerDevice(
      { id: 'raymarine', kind: 'autopilot', details },
      async (command, { signal }) => await pilot.carryOut(command, signal),
    )
    pilot.device = device
    pilot.lost('No NMEA 2000')
    const urgent = [topics.mode, topics.locked, topics.wind, topics.group] as const
    const bus = await boat.openBus(
      { kind: 'nmea2000', urgent: [...urgent] },
      {
        heard: (messages) => pilot.heard(messages),
        nodes: (nodes) => pilot.nodes(nodes),
        lost: () => pilot.lost('NMEA 2000 is lost'),
      },
    )
    pilot.bus = bus
    stack.defer(async () => await bus.close())
    const owned = stack.move()
    return { stop: async () => await owned.disposeAsync() }
  },
})

/** Steers with a Raymarine autopilot. */
export const plugin: Plugin = raymarine

if (import.meta.main) await runPlugin(plugin)
