import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

const everyMs = 100

/** A plugin that does its work while others do not: it counts, serves a device and answers. */
const plugin = definePlugin({
  name: 'steady',
  version: '1.0.0',
  description: 'Counts ten times a second, and answers',
  writes: { paths: ['steady.*'] },
  provides: ['anchor'],
  actions: {
    answer: { description: 'Gives back what it was given', input: Type.Object({ word: Type.String() }) },
  },
  start: async (boat) => {
    const windlass = await boat.registerDevice({ id: 'steady-windlass', kind: 'anchor' }, () => undefined)
    await windlass.report({ state: 'stowed' })
    let count = 0
    const timer = setInterval(() => boat.publish({ 'steady.count': ++count }), everyMs)
    return { stop: () => clearInterval(timer), actions: { answer: ({ word }) => word } }
  },
})

if (import.meta.main) await runPlugin(plugin)
