import {
  courseGuidancePath,
  definePlugin,
  followCourse,
  runPlugin,
  Type,
  type Plugin,
} from '@marinedata/plugin-api'
import { degrees, wrapFull } from '@marinedata/model'
import { CourseLine } from './course-line.ts'
import { PypilotLine } from './pypilot-line.ts'
import { details, offline, PypilotPilot } from './pypilot-pilot.ts'

const headingPath = 'navigation.headingMagnetic'

const port = (preset: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 65_535, default: preset, description })

const Settings = Type.Object(
  {
    host: Type.String({
      pattern: '^[A-Za-z0-9.:-]{1,253}$',
      default: '127.0.0.1',
      description: 'name or address of the computer that runs pypilot',
    }),
    port: port(23_322, 'port of pypilot'),
    nmea0183Port: port(20_220, 'port of pypilot for NMEA 0183, to which the course is sent'),
    heading: Type.Boolean({ default: true, description: 'publish the heading of pypilot’s compass' }),
  },
  { additionalProperties: false },
)

const pypilot = definePlugin({
  name: 'pilot-pypilot',
  version: '0.1.0',
  description: 'Steers with a pypilot in the boat’s network',
  settings: Settings,
  reads: { paths: [courseGuidancePath] },
  writes: { paths: [headingPath] },
  provides: ['autopilot'],
  needs: ['network'],
  start: async (boat, { host, port: linePort, nmea0183Port, heading: isHeadingPublished }) => {
    await using stack = new AsyncDisposableStack()
    const course = stack.use(new CourseLine({ host, port: nmea0183Port }))
    stack.use(await followCourse(boat, (guidance) => course.take(guidance)))
    const line = stack.use(new PypilotLine({ host, port: linePort }))
    const pilot = new PypilotPilot(line, () => course.isLive)
    const device = await boat.registerDevice(
      { id: 'pypilot', kind: 'autopilot', details },
      async (command, { signal }) => await pilot.carryOut(command, signal),
    )
    await device.report(offline)
    boat.status('warning', `Connecting to ${host}`)
    let publishedAt = 0
    line.start({
      onValues: () => {
        const { report } = pilot
        if (report === undefined) return
        void device.report(report)
        boat.status('ok', `Connected to ${host}`)
        const heading = line.get('imu.heading_lowpass')
        const headingAt = line.timeOf('imu.heading_lowpass')
        if (!isHeadingPublished || typeof heading !== 'number' || headingAt === publishedAt) return
        publishedAt = headingAt
        boat.publish({ [headingPath]: wrapFull(degrees(heading)) })
      },
      onLost: ({ message }) => {
        void device.report(offline)
        boat.status('error', `No connection to ${host}: ${message}`)
      },
    })
    const owned = stack.move()
    return { stop: async () => await owned.disposeAsync() }
  },
})

/** Steers with a pypilot. */
export const plugin: Plugin = pypilot

if (import.meta.main) await runPlugin(plugin)
