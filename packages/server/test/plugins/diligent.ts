import { definePlugin, runPlugin } from '@marinedata/plugin-api'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Writes as often as a plugin may, and waits each time until the value is on disk. */
export const plugin = definePlugin({
  // Several run at once, each with the name of its folder.
  name: basename(import.meta.dirname),
  version: '1.0.0',
  description: 'Writes as often as it may',
  start: (boat) => {
    const write = async (): Promise<void> => {
      for (let number = 0; !boat.signal.aborted; number++) {
        // A write that comes too early is refused and tried again.
        await boat.storage.set({ number, log: 'x'.repeat(2_000) }).catch(() => undefined)
        await sleep(100)
      }
    }
    void write()
    return {}
  },
})

if (import.meta.main) await runPlugin(plugin)
