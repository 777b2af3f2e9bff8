import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { logSize } from './log-file.ts'
import { Replay } from './replay.ts'

/** Replays a recorded log of deltas as if the boat were sailing it now. */
export const plugin: Plugin = definePlugin({
  name: 'file-replay',
  version: '0.1.0',
  description: 'Replays a recorded log of deltas as if the boat were sailing it now',
  settings: Type.Object(
    {
      file: Type.String({
        pattern: '^(?:/|[A-Za-z]:[\\\\/])',
        maxLength: 4096,
        grants: 'read',
        description: 'the log, by its full path: one delta in JSON on each line, as the stream sends them',
      }),
      speed: Type.Number({
        exclusiveMinimum: 0,
        maximum: 1000,
        default: 1,
        description: 'how many times as fast as it was recorded',
      }),
      loop: Type.Boolean({ default: false, description: 'begin anew, a second after the end' }),
      restamp: Type.Boolean({
        default: true,
        description: 'whether values carry the present time; else the one at which they were recorded',
      }),
    },
    { additionalProperties: false },
  ),
  writes: { paths: ['*'], contexts: ['vessels.self', '*'], sources: ['*'] },
  actions: {
    pause: { description: 'Stand still' },
    resume: { description: 'Go on from where it stands' },
    rewind: { description: 'Begin anew' },
  },
  start: async (boat, settings) => {
    try {
      await logSize(settings.file)
    } catch (error) {
      boat.status('error', (error as Error).message)
      throw error
    }
    const replay = new Replay(boat, settings)
    // It takes care of its own faults; what it does not expect ends the plugin.
    void replay.run()
    return {
      stop: () => replay[Symbol.dispose](),
      actions: {
        pause: () => replay.pause(),
        resume: () => replay.resume(),
        rewind: () => replay.rewind(),
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
