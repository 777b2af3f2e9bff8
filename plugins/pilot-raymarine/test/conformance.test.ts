import { degrees, radians, toDegrees } from '@marinedata/model'
import { describeAutopilotProvider } from '@marinedata/plugin-api/testing'
import { after } from 'node:test'
import { ev1Bus } from './ev1-bus.ts'

const pace = 20
const bus = ev1Bus({ pace })
const { pilot: ev1 } = bus
after(() => bus[Symbol.dispose]())

const byAnotherPlugin = 'the course reaches the pilot by the plugin nmea2000, which does not run here'

describeAutopilotProvider(new URL('..', import.meta.url), {
  pace,
  observeMs: 100,
  outlives: true,
  manoeuvreModes: ['wind'],
  started: async (plugin) => await bus.offerTo(plugin),
  readings: {
    heading: () => degrees(ev1.boat.heading),
    wind: () => degrees(ev1.boat.windAngle),
  },
  prepare: (_plugin, { heading, windAngle }) =>
    ev1.boat.place(toDegrees(radians(heading)), toDegrees(radians(windAngle))),
  faults: {
    offline: () => bus.cut(true),
    refuses: () => ev1.fault('refuses', true),
    mend: () => {
      bus.cut(false)
      ev1.fault('refuses', false)
    },
  },
  skip: {
    'in a route mode it steers the course that it is given, and a new one when that changes': byAnotherPlugin,
    'in a route mode it holds its heading when the course ends, and reports no target': byAnotherPlugin,
  },
})
