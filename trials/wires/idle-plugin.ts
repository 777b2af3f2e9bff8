import { definePlugin, runPlugin } from '@marinedata/plugin-api'

if (import.meta.main)
  await runPlugin(
    definePlugin({
      name: 'soak-idle',
      version: '1.0.0',
      description: 'Does nothing',
      start: () => ({ actions: {} }),
    }),
  )
