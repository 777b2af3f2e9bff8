import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'
import { rawMessage, writeRaw } from './raw-line.ts'

/** A plugin that reports any given inputs. */
const plugin = definePlugin({
  name: 'teller',
  version: '1.0.0',
  description: 'Tells of inputs that are not there',
  actions: {
    tell: { description: 'Tells it as it is', input: Type.Object({ inputs: Type.Unknown() }) },
  },
  start: () => ({
    actions: { tell: ({ inputs }) => writeRaw(rawMessage('inputs', { inputs })) },
  }),
})

if (import.meta.main) await runPlugin(plugin)
