import { degrees, radians, toDegrees } from '@marinedata/model'
import { describeAutopilotProvider } from '@marinedata/plugin-api/testing'
import { after } from 'node:test'
import { apb, IecBus } from './iec-bus.ts'

const pace = 20
const bus = new IecBus({ pace })
const { pilot } = bus
// A chart plotter, so that the pilot can enter track control.
const plotter = setInterval(() => pilot.receive(apb(pilot.boat.heading)), 100)
after(() => {
  clearInterval(plotter)
  bus[Symbol.dispose]()
})

const byAnotherPlugin = 'the course reaches the pilot by the plugin nmea0183, which does not run here'

describeAutopilotProvider(new URL('..', import.meta.url), {
  settings: { commands: true },
  pace,
  observeMs: 100,
  outlives: true,
  started: async (plugin) => await bus.offerTo(plugin),
  readings: { heading: () => degrees(pilot.boat.heading), wind: () => degrees(pilot.boat.windAngle) },
  prepare: async (plugin, { heading, windAngle }) => {
    pilot.boat.place(toDegrees(radians(heading)), toDegrees(radians(windAngle)))
    // The pilot sends its heading every second, and holds the one that the plugin knows.
    const sent = (): number => plugin.devices.get('heading-control')?.reports.length ?? 0
    const before = sent()
    for (let count = 0; count < 1_000 && sent() < before + 2; count++)
      await new Promise((resolve) => setTimeout(resolve, 10))
  },
  faults: {
    offline: () => bus.cut(true),
    mend: () => bus.cut(false),
  },
  skip: {
    'in a route mode it steers the course that it is given, and a new one when that changes': byAnotherPlugin,
    'in a route mode it holds its heading when the course ends, and reports no target': byAnotherPlugin,
  },
})
