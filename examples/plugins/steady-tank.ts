import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

const sensor = 'tanks.fuel.0.currentLevel'
const steady = 'tanks.fuel.main.currentLevel'

/** The float of a tank swings with the boat. The median of the last samples does not. */
export const plugin = definePlugin({
  name: 'steady-tank',
  version: '0.1.0',
  description: 'Publishes a steady level of the fuel tank',
  settings: Type.Object({
    samples: Type.Integer({
      default: 61,
      minimum: 1,
      maximum: 3600,
      description: 'of the median, one a second',
    }),
  }),
  reads: { paths: [sensor] },
  writes: { paths: [steady] },
  start: async (boat, { samples }) => {
    let levels: number[] = []
    await boat.subscribe({ subscribe: [{ path: sensor, period: 1000 }] }, ({ updates }) => {
      for (const { value, stale } of updates.flatMap(({ values = [] }) => values)) {
        // A sensor without a value makes the level unknown: an old median would hide it.
        if (typeof value !== 'number' || stale === true) levels = []
        else levels = [...levels, value].slice(-samples)
        const middle = levels.toSorted((one, other) => one - other)[levels.length >> 1]
        boat.publish({ [steady]: middle ?? null })
      }
    })
  },
})

if (import.meta.main) await runPlugin(plugin)
