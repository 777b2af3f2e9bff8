import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

/** Uses every verb of the protocol once: stores a counter, subscribes, serves a device, raises an alarm. */
export const plugin = definePlugin({
  name: 'notebook',
  version: '1.2.3',
  description: 'Counts how often it was started, and repeats what it hears',
  settings: Type.Object({
    period: Type.Number({ default: 0.05, minimum: 0.01, description: 'seconds between two values' }),
    log: Type.Optional(Type.String({ description: 'the path of a file', grants: 'read' })),
  }),
  writes: { paths: ['navigation.trip.*', 'environment.water.*'], sources: ['echo'] },
  reads: { paths: ['environment.depth.*'] },
  notifications: ['notifications.navigation.trip'],
  provides: ['autopilot'],
  actions: {
    repeat: { description: 'Gives back what it gets', input: Type.Object({ words: Type.String() }) },
    alarm: { description: 'Raises the alarm, or clears it', input: Type.Object({ isOn: Type.Boolean() }) },
    refuse: { description: 'Does nothing, and says why' },
    dawdle: { description: 'Takes longer than anyone waits', deadline: 0.2 },
  },
  start: async (boat, { period }) => {
    const starts = Number((await boat.storage.get('starts')) ?? 0) + 1
    await boat.storage.set({ starts })
    const details = {
      states: [{ name: 'standby', engaged: false }],
      modes: [{ name: 'compass', kind: 'heading' as const }],
      operations: [],
    }
    const pilot = await boat.registerDevice({ id: 'wheel', kind: 'autopilot', details }, () => 'aye')
    await pilot.report({ state: 'standby', mode: 'compass', target: null })
    await boat.subscribe(
      { subscribe: [{ path: 'environment.depth.*', policy: 'instant' }] },
      ({ updates }) => {
        const value = updates[0]?.values?.[0]?.value
        if (typeof value === 'number') boat.publish({ 'environment.water.echo': value }, { source: 'echo' })
      },
    )
    let count = 0
    const timer = setInterval(() => boat.publish({ 'navigation.trip.count': ++count }), period * 1000)
    boat.publish({ 'navigation.trip.starts': starts })
    boat.status('ok', `start number ${starts}`)
    boat.log.info('under way')
    return {
      stop: () => clearInterval(timer),
      actions: {
        repeat: ({ words }) => words,
        alarm: ({ isOn }) =>
          isOn
            ? boat.raise('notifications.navigation.trip', {
                state: 'warn',
                method: ['visual'],
                message: 'Too far',
              })
            : boat.clear('notifications.navigation.trip'),
        refuse: () => {
          throw new Error('The pages are full')
        },
        dawdle: () => new Promise(() => undefined),
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
