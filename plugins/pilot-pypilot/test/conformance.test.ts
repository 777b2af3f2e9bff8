import { PypilotSimulator } from '@marinedata/pilot-simulators'
import { degrees, radians, toDegrees, type AutopilotReport } from '@marinedata/model'
import { describeAutopilotProvider } from '@marinedata/plugin-api/testing'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const here = new URL('..', import.meta.url)
const pace = 20
const simulator = await PypilotSimulator.start({ pace, port: 0, nmea0183Port: 0 })
after(async () => await simulator[Symbol.asyncDispose]())

const fallsBack = 'without an APB pypilot leaves its nav mode by itself and holds the heading: wire.test.ts'

describeAutopilotProvider(here, {
  settings: { port: simulator.port, nmea0183Port: simulator.nmea0183Port },
  pace,
  observeMs: 100,
  outlives: true,
  directions: 'server',
  tackAngle: degrees(simulator.autopilot.tackAngle),
  readings: {
    heading: () => degrees(simulator.autopilot.boat.heading),
    wind: () => degrees(simulator.autopilot.boat.windAngle),
    course: () => degrees(simulator.autopilot.boat.heading),
  },
  prepare: (_plugin, { heading, windAngle }) =>
    simulator.place(toDegrees(radians(heading)), toDegrees(radians(windAngle))),
  faults: {
    offline: () => simulator.fault('cut', true),
    staleInput: async (plugin, device) => {
      simulator.fault('no-compass', true)
      const isNoticed = (): boolean => {
        const report = plugin.devices.get(device)?.reports.at(-1) as AutopilotReport | undefined
        return report?.unavailable?.engage !== undefined
      }
      for (let count = 0; count < 1_000 && !isNoticed(); count++) await sleep(10)
    },
    refuses: () => simulator.fault('refuses', true),
    mend: () => {
      for (const name of ['cut', 'no-compass', 'refuses'] as const) simulator.fault(name, false)
    },
  },
  skip: {
    'in a route mode it holds its heading when the course ends, and reports no target': fallsBack,
    'refuses to steer in a route mode without a course: input-stale': fallsBack,
  },
})
