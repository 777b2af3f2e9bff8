import { navicoVariants } from '@marinedata/pilot-simulators'
import { degrees, radians, toDegrees } from '@marinedata/model'
import { describeAutopilotProvider } from '@marinedata/plugin-api/testing'
import { after } from 'node:test'
import { navicoBus, sendCourse } from './navico-bus.ts'

const pace = 20
const byAnotherPlugin = 'the course reaches the pilot by the plugin nmea2000, which does not run here'
const notKnown = 'nobody has recorded what a change of course does without drift'

for (const variant of navicoVariants) {
  const bus = navicoBus({ pace, variant })
  const { pilot } = bus
  // A chart plotter, so that the pilot can enter its mode nav.
  const plotter = setInterval(() => sendCourse(pilot, degrees(pilot.boat.heading)), 100)
  after(() => {
    clearInterval(plotter)
    bus[Symbol.dispose]()
  })

  describeAutopilotProvider(new URL('..', import.meta.url), {
    pace,
    observeMs: 100,
    outlives: true,
    manoeuvreModes: ['wind'],
    started: async (plugin) => await bus.offerTo(plugin),
    readings: {
      heading: () => degrees(pilot.boat.heading),
      course: () => degrees(pilot.boat.heading),
      wind: () => degrees(pilot.boat.windAngle),
    },
    prepare: (_plugin, { heading, windAngle }) =>
      pilot.boat.place(toDegrees(radians(heading)), toDegrees(radians(windAngle))),
    faults: {
      offline: () => bus.cut(true),
      refuses: () => pilot.fault('refuses', true),
      mend: () => {
        bus.cut(false)
        pilot.fault('refuses', false)
      },
    },
    skip: {
      'in a route mode it steers the course that it is given, and a new one when that changes':
        byAnotherPlugin,
      'in a route mode it holds its heading when the course ends, and reports no target': byAnotherPlugin,
      'engaged, it holds the present heading or angle and ignores an old target: no drift': notKnown,
      'reports a target, over the whole range of its mode: no drift': notKnown,
      'ten degrees more turn the bow to starboard, ten degrees less to port: no drift': notKnown,
    },
  })
}
