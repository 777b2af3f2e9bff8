import { definePlugin, runPlugin } from '@marinedata/plugin-api'
import { writeSync } from 'node:fs'

/** Wrong on purpose: prints to stdout, publishes undeclared paths, and does not stop. */
const plugin = definePlugin({
  name: 'rude-plugin',
  version: '1.0.0',
  description: 'Breaks the protocol',
  writes: { paths: ['deck.mop'] },
  start: (boat) => {
    writeSync(1, 'Look at me!\n')
    boat.publishDelta({ updates: [{ values: [{ path: 'navigation.speedOverGround', value: 99 }] }] })
    return { stop: async () => await new Promise(() => setInterval(() => undefined, 1_000)) }
  },
})

if (import.meta.main) await runPlugin(plugin)
