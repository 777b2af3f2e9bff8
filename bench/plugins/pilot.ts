// A plugin that registers a device at its start.
import { definePlugin, runPlugin } from '@marinedata/plugin-api'

export const pilot = definePlugin({
  name: 'pilot',
  version: '1.0.0',
  description: 'Provides an autopilot that does nothing',
  provides: ['autopilot'],
  start: async (boat) => {
    const details = {
      states: [{ name: 'standby', engaged: false }],
      modes: [{ name: 'compass', kind: 'heading' as const }],
      operations: [],
    }
    await boat.registerDevice({ id: 'pilot', kind: 'autopilot', details }, () => {})
  },
})

if (import.meta.main) await runPlugin(pilot)
