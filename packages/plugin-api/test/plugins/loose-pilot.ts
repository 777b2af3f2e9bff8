import { definePlugin, runPlugin } from '@marinedata/plugin-api'

/** Wrong on purpose: engages on every command. */
const plugin = definePlugin({
  name: 'loose-pilot',
  version: '1.0.0',
  description: 'An autopilot that engages on every command',
  provides: ['autopilot'],
  start: async (boat) => {
    const details = {
      states: [
        { name: 'standby', engaged: false },
        { name: 'auto', engaged: true },
      ],
      modes: [{ name: 'compass', kind: 'heading' as const }],
      operations: ['engage' as const],
    }
    const pilot = await boat.registerDevice({ id: 'loose-1', kind: 'autopilot', details }, async () => {
      await pilot.report({ state: 'auto', mode: 'compass', target: 1 })
    })
    await pilot.report({ state: 'standby', mode: 'compass', target: null })
  },
})

if (import.meta.main) await runPlugin(plugin)
