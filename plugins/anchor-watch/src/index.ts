import { AnchorPlaceRequest, AnchorRepositionRequest } from '@marinedata/model'
import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { answerPath } from './aboard/answer.ts'
import { listenedPaths } from './aboard/instruments.ts'
import { WatchSettings } from './aboard/settings.ts'
import { WatchKeeper } from './aboard/watch-keeper.ts'

/** Watches the anchor: wakes the crew when it drags, and only then. */
export const plugin: Plugin = definePlugin({
  name: 'anchor-watch',
  version: '0.1.0',
  description: 'Watches the anchor: wakes the crew when it drags, and only then',
  settings: WatchSettings,
  reads: { paths: [...listenedPaths, answerPath] },
  provides: ['anchor'],
  actions: {
    veer: {
      description: 'So much rode is out: the anchor stays where it fell, and the radius follows',
      input: AnchorRepositionRequest,
    },
    setFromTrack: {
      description: 'The anchor lies in the middle of where the boat has swung',
      input: Type.Partial(AnchorRepositionRequest),
    },
    setAt: {
      description: 'The anchor lies at this place, within 300 m of the bow',
      input: AnchorPlaceRequest,
    },
  },
  start: async (boat, settings) => {
    const keeper = new WatchKeeper(boat, settings)
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
