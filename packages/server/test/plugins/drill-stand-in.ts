import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

const path = 'notifications.distress.drill.972000000'

/** Has the actions of the plugin distress, and raises one alert for each drill. */
export const plugin = definePlugin({
  name: 'distress',
  version: '1.0.0',
  description: 'Runs drills',
  notifications: ['notifications.distress.*'],
  actions: {
    drill: {
      description: 'Starts a drill',
      input: Type.Object({
        minutes: Type.Integer({ minimum: 5, maximum: 30 }),
        placeBeacon: Type.Boolean(),
      }),
      role: 'helm',
    },
    endDrill: { description: 'Ends the drill', role: 'helm' },
    testBeacon: { description: 'Waits for a test of an own beacon', role: 'helm' },
  },
  start: async (boat) => {
    let asked = 0
    return {
      actions: {
        drill: async ({ minutes, placeBeacon }) => {
          await boat.raise(path, {
            state: 'alarm',
            method: ['visual', 'sound'],
            message: `DRILL: MOB beacon 972000000, position unknown`,
            position: placeBeacon ? { latitude: 59.4, longitude: 22.6 } : null,
          })
          return { endsAt: new Date(Date.now() + minutes * 60_000).toISOString() }
        },
        endDrill: () => boat.clear(path),
        testBeacon: () =>
          ++asked % 2 === 1 ? { state: 'listening', messages: 1 } : { state: 'heard', messages: 3 },
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
