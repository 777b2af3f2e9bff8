import { definePlugin, MarineDataError, runPlugin } from '@marinedata/plugin-api'

const plugin = definePlugin({
  name: 'holding-anchor',
  version: '1.0.0',
  description: 'An anchor that holds',
  provides: ['anchor'],
  start: async (boat) => {
    const anchor = await boat.registerDevice({ id: 'bower', kind: 'anchor' }, async ({ name }) => {
      if (name !== 'drop') throw new MarineDataError('unsupported-action', `It cannot "${name}"`)
      await anchor.report({ state: 'watching', maxRadius: 40 })
    })
    await anchor.report({ state: 'raised', position: null, maxRadius: null })
    return { stop: async () => await anchor.withdraw() }
  },
})

if (import.meta.main) await runPlugin(plugin)
