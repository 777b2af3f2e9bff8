import {
  courseGuidancePath,
  definePlugin,
  followCourse,
  runPlugin,
  Type,
  type LiveGuidance,
  type Plugin,
} from '@marinedata/plugin-api'
import { topics } from './heading-control.ts'
import { detailsOf, Nmea0183Pilot } from './nmea0183-pilot.ts'

const Settings = Type.Object(
  {
    commands: Type.Boolean({
      default: false,
      description:
        'whether the pilot obeys HTC, as heading control systems of ships do; else it is only shown',
    }),
  },
  { additionalProperties: false },
)

const nmea0183 = definePlugin({
  name: 'pilot-nmea0183',
  version: '0.1.0',
  description: 'Shows and steers an autopilot on NMEA 0183 that reports with HTD',
  settings: Settings,
  reads: { paths: [courseGuidancePath] },
  buses: [{ kind: 'nmea0183', hears: [topics.status], sends: [topics.command] }],
  provides: ['autopilot'],
  start: async (boat, { commands: takesCommands }) => {
    await using stack = new AsyncDisposableStack()
    let guidance: LiveGuidance | undefined
    const followed = await followCourse(boat, (given) => {
      guidance = given.status === 'live' ? given : undefined
    })
    stack.use(followed)
    const pilot = new Nmea0183Pilot({
      takesCommands,
      guidance: () => guidance,
      status: (level, words) => boat.status(level, words),
      register: async () =>
        await boat.registerDevice(
          { id: 'heading-control', kind: 'autopilot', details: detailsOf(takesCommands) },
          async (command, { signal }) => await pilot.carryOut(command, signal),
        ),
      send: async (line, urgent) =>
        await bus.send({ topic: topics.command, to: null, priority: 2, payload: Buffer.from(line), urgent }),
    })
    await pilot.start()
    const bus = await boat.openBus(
      { kind: 'nmea0183', urgent: [topics.status] },
      {
        heard: (messages) => {
          for (const { payload } of messages) pilot.hearLine(Buffer.from(payload).toString('latin1'))
        },
        offered: (state) => pilot.offered(state),
        lost: () => pilot.lose('NMEA 0183 is lost'),
      },
    )
    stack.defer(async () => await bus.close())
    const owned = stack.move()
    return { stop: async () => await owned.disposeAsync() }
  },
})

/** Steers with an autopilot on NMEA 0183. */
export const plugin: Plugin = nmea0183

if (import.meta.main) await runPlugin(plugin)
