import { describeAutopilotProvider, describeControlProvider } from '@marinedata/plugin-api/testing'
import { calm, here } from './aboard.ts'

/** A tack takes half a second: enough time for a command during it, even on a busy machine. */
const pace = 40
/** Simulated seconds: long enough to cancel a command. */
const deviceDelay = 3

describeAutopilotProvider(here, {
  settings: { ...calm, pace, deviceDelay },
  pace,
  delay: deviceDelay / pace,
  observeMs: 100,
  prepare: (plugin, { heading, windAngle }) =>
    plugin.act('place', {
      heading,
      trueWindDirection: (heading + windAngle + 2 * Math.PI) % (2 * Math.PI),
      trueWindSpeed: 7,
    }),
  faults: {
    offline: (plugin, device) => plugin.act('fault', { name: 'link-cut', on: true, device }),
    staleInput: (plugin) => plugin.act('fault', { name: 'compass-lost', on: true }),
    refuses: (plugin, device) => plugin.act('fault', { name: 'pilot-refuses', on: true, device }),
    mend: async (plugin, device) => {
      await plugin.act('fault', { name: 'link-cut', on: false, device })
      await plugin.act('fault', { name: 'pilot-refuses', on: false, device })
      await plugin.act('fault', { name: 'compass-lost', on: false })
    },
  },
})

describeControlProvider(here, { settings: calm, observeMs: 100 })
