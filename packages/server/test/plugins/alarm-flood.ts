import { definePlugin, runPlugin } from '@marinedata/plugin-api'

const count = 200

/** Raises far more alarms than anyone can read, all allowed by one pattern. */
export const plugin = definePlugin({
  name: 'alarm-flood',
  version: '1.0.0',
  description: 'Raises 200 alarms',
  notifications: ['notifications.flood.*'],
  start: async (boat) => {
    for (let number = 0; number < count; number++)
      await boat.raise(`notifications.flood.n${number}`, {
        state: 'alarm',
        method: ['visual', 'sound'],
        message: `Fault ${number}`,
      })
    return {}
  },
})

if (import.meta.main) await runPlugin(plugin)
