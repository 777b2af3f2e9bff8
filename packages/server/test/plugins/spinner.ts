import { definePlugin, runPlugin } from '@marinedata/plugin-api'
import { setTimeout as sleep } from 'node:timers/promises'

const spinMs = 900
const breathMs = 20

/** A plugin that uses all available processor time, and answers just often enough not to be stopped. */
export const plugin = definePlugin({
  // The manifest of the folder has the name of this instance.
  name: process.env['MARINEDATA_PLUGIN'] ?? 'spinner',
  version: '1.0.0',
  description: 'Takes all the processor it gets',
  start: ({ signal }) => {
    const spinOn = async (): Promise<void> => {
      while (!signal.aborted) {
        for (const end = performance.now() + spinMs; performance.now() < end;);
        await sleep(breathMs)
      }
    }
    setTimeout(() => void spinOn(), breathMs)
  },
})

if (import.meta.main) await runPlugin(plugin)
