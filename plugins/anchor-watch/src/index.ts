import { AnchorPlaceRequest, AnchorRepositionRequest } from '@marinedata/model'
import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { answerPath } from './plugin/acknowledgement.ts'
import { readPaths } from './plugin/instruments.ts'
import { WatchSettings } from './plugin/settings.ts'
import { WatchRunner } from './plugin/watch-runner.ts'

/** Watches the anchor and raises the alarm when it drags. */
export const plugin: Plugin = definePlugin({
  name: 'anchor-watch',
  version: '0.1.0',
  description: 'Watches the anchor and raises the alarm when it drags',
  settings: WatchSettings,
  reads: { paths: [...readPaths, answerPath] },
  provides: ['anchor'],
  actions: {
    veer: {
      description: 'Sets the length of the rode: the anchor stays, and the radius follows',
      input: AnchorRepositionRequest,
    },
    setFromTrack: {
      description: 'Sets the anchor to the centre of the boat’s swing',
      input: Type.Partial(AnchorRepositionRequest),
    },
    setAt: {
      description: 'Sets the anchor to a position within 300 m of the bow',
      input: AnchorPlaceRequest,
    },
  },
  start: async (boat, settings) => {
    const keeper = new WatchRunner(boat, settings)
    await keeper.start()
    return {
      stop: async () => await keeper[Symbol.asyncDispose](),
      actions: {
        veer: async (input) => await keeper.command({ name: 'veer', input }),
        setFromTrack: async (input) => await keeper.command({ name: 'set-from-track', input }),
        setAt: async (input) => await keeper.command({ name: 'set-at', input }),
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
