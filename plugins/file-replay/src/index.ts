import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { logSize } from './log-file.ts'
import { Replay } from './replay.ts'

/** Replays a recorded log of deltas or of NMEA 2000 as if the boat were sailing it now. */
export const plugin: Plugin = definePlugin({
  name: 'file-replay',
  version: '0.1.0',
  description: 'Replays a recorded log of deltas or of NMEA 2000 as if the boat were sailing it now',
  settings: Type.Object(
    {
      file: Type.String({
        pattern: '^(?:/|[A-Za-z]:[\\\\/])',
        maxLength: 4096,
        grants: 'read',
        description:
          'full path of the log: one delta as JSON on each line, as sent on the stream, or lines of NMEA 2000',
      }),
      speed: Type.Number({
        exclusiveMinimum: 0,
        maximum: 1000,
        default: 1,
        description: 'playback speed; 1 is the recorded speed',
      }),
      loop: Type.Boolean({ default: false, description: 'start again one second after the end' }),
      restamp: Type.Boolean({
        default: true,
        description: 'whether values get the present time; else they keep the recorded time',
      }),
    },
    { additionalProperties: false },
  ),
  writes: { paths: ['*'], contexts: ['vessels.self', '*'], sources: ['*'] },
  actions: {
    pause: { description: 'Pause the replay' },
    resume: { description: 'Continue from the present position' },
    rewind: { description: 'Start again from the beginning' },
  },
  start: async (boat, settings) => {
    try {
      await logSize(settings.file)
    } catch (error) {
      boat.status('error', (error as Error).message)
      throw error
    }
    const replay = new Replay(boat, settings)
    // run() handles expected faults itself. An unexpected error ends the plugin.
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
