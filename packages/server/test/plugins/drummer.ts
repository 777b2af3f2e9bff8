import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

const input = Type.Object({ beats: Type.Integer() })

/** Has an action for each role. */
export const plugin = definePlugin({
  name: 'drummer',
  version: '1.0.0',
  description: 'Beats the drum for everyone who may ask for it',
  actions: {
    tap: { description: 'For the crew', input, role: 'crew' },
    roll: { description: 'For the helm', input, role: 'helm' },
    solo: { description: 'For the owner', input },
  },
  start: () => ({
    actions: { tap: ({ beats }) => beats, roll: ({ beats }) => beats, solo: ({ beats }) => beats },
  }),
})

if (import.meta.main) await runPlugin(plugin)
