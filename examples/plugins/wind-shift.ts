import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

const path = 'environment.wind.directionTrue'
const alert = 'notifications.environment.wind.shift'

/** Warns when the wind has turned away from its mean direction: before the anchorage becomes a lee shore. */
export const plugin = definePlugin({
  name: 'wind-shift',
  version: '0.1.0',
  description: 'Warns when the true wind has shifted',
  settings: Type.Object({
    degrees: Type.Number({ default: 30, minimum: 5, maximum: 180, description: 'that the wind may turn' }),
    samples: Type.Integer({ default: 1800, minimum: 2, description: 'of the mean, one a second' }),
  }),
  reads: { paths: [path] },
  notifications: [alert],
  start: async (boat, { degrees, samples }) => {
    // The mean of directions is computed from their vectors: 350° and 10° average to north, not south.
    let mean: readonly [number, number] | undefined
    let isShifted = false
    await boat.subscribe({ subscribe: [{ path, period: 1000 }] }, async ({ updates }) => {
      for (const { value, stale } of updates.flatMap(({ values = [] }) => values)) {
        if (typeof value !== 'number' || stale === true) continue
        const [north, east] = (mean ??= [Math.cos(value), Math.sin(value)])
        const turn = value - Math.atan2(east, north)
        const shift = (Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) * 180) / Math.PI
        mean = [north + (Math.cos(value) - north) / samples, east + (Math.sin(value) - east) / samples]
        boat.status('ok', `The wind is ${Math.round(shift)}° away from its mean`)
        if (shift > degrees === isShifted) continue
        isShifted = !isShifted
        const message = `The wind has shifted by ${Math.round(shift)}°`
        if (isShifted) await boat.raise(alert, { state: 'warn', method: ['visual'], message })
        else await boat.clear(alert)
      }
    })
  },
})

if (import.meta.main) await runPlugin(plugin)
