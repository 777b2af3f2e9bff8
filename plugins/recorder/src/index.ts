import { definePlugin, runPlugin, Type, type Plugin } from '@marinedata/plugin-api'
import { alertPath } from './disk-alert.ts'

const recorder = definePlugin({
  name: 'recorder',
  version: '0.1.0',
  description: 'Records what the boat measures, and answers questions about it',
  settings: Type.Object(
    {
      recording: Type.Boolean({ default: true, description: 'whether values are recorded' }),
      others: Type.Boolean({
        default: true,
        description: 'whether position, course and speed of other vessels are recorded',
      }),
      budget: Type.Optional(
        Type.Integer({
          minimum: 20,
          maximum: 1_000_000,
          description:
            'megabytes that the recording may use; when absent, 2,000 or a tenth of the free disk, whichever is less',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  reads: { paths: ['*'], contexts: ['*'] },
  notifications: [alertPath],
  provides: ['history'],
  needs: ['database'],
  start: async (boat, settings) => {
    // Loaded here, because the manifest is read in a process without SQLite.
    const { Recorder } = await import('./recorder.ts')
    const recording = new Recorder(boat, settings)
    await recording.start()
    return { stop: () => recording[Symbol.dispose]() }
  },
})

/** Records what the boat measures, and answers questions about it. */
export const plugin: Plugin = recorder

if (import.meta.main) await runPlugin(plugin)
