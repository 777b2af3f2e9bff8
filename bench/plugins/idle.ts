// A plugin that does nothing.
import { definePlugin, runPlugin } from '@marinedata/plugin-api'

export const idle = definePlugin({
  // The server passes the name: several instances can run.
  name: process.env['MARINEDATA_PLUGIN'] ?? 'idle',
  version: '1.0.0',
  description: 'Does nothing',
  start: () => {},
})

if (import.meta.main) await runPlugin(idle)
