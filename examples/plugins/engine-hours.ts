import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

/** Counts the hours of an engine whose own counter is not on the bus, and warns when its oil is due. */
export const plugin = definePlugin({
  name: 'engine-hours',
  version: '0.1.0',
  description: 'Counts the hours of the engine, and warns when its oil is due',
  settings: Type.Object({
    hours: Type.Number({ default: 100, exclusiveMinimum: 0, description: 'between two changes of the oil' }),
  }),
  reads: { paths: ['propulsion.main.revolutions'] },
  writes: { paths: ['propulsion.main.runTime'] },
  notifications: ['notifications.propulsion.main.oilChange'],
  actions: { changed: { description: 'The oil was changed' } },
  start: async (boat, { hours }) => {
    let runTime = Number((await boat.storage.get('runTime')) ?? 0)
    let changedAt = Number((await boat.storage.get('changedAt')) ?? 0)
    const show = async (): Promise<void> => {
      boat.publish({ 'propulsion.main.runTime': runTime })
      const message = `The engine has run ${hours} h since the last change of the oil`
      if (runTime - changedAt < hours * 3600) await boat.clear('notifications.propulsion.main.oilChange')
      else
        await boat.raise('notifications.propulsion.main.oilChange', {
          state: 'warn',
          method: ['visual'],
          message,
        })
    }

    // Once a second, also when nothing changes. A silent sensor is stale: its last value does not count.
    const revolutions = { path: 'propulsion.main.revolutions', period: 1000, policy: 'fixed' } as const
    await boat.subscribe({ subscribe: [revolutions] }, async ({ updates }) => {
      const values = updates.flatMap(({ values: list = [] }) => list)
      if (!values.some(({ value, stale }) => Number(value) > 0 && stale !== true)) return
      runTime += 1
      await boat.storage.set({ runTime })
      await show()
    })
    await show()
    return {
      actions: {
        changed: async () => {
          changedAt = runTime
          await boat.storage.set({ changedAt })
          await show()
        },
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
