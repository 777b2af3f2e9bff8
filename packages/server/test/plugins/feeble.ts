import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

/** A plugin that cannot start until its settings are changed. */
export const plugin = definePlugin({
  name: 'feeble',
  version: '1.0.0',
  description: 'Fails at its start until it is set otherwise',
  settings: Type.Object({ isFeeble: Type.Boolean({ default: true }) }, { additionalProperties: false }),
  start: (_boat, { isFeeble }) => {
    if (isFeeble) throw new Error('too feeble')
  },
})

if (import.meta.main) await runPlugin(plugin)
