import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'

/** A plugin that passes on what a person does at a panel. */
const plugin = definePlugin({
  name: 'panel',
  version: '1.0.0',
  description: 'Passes on the keys of a panel',
  answersAlerts: true,
  actions: {
    press: {
      description: 'Acknowledge or silence an alert',
      input: Type.Object({ id: Type.String(), action: Type.Enum(['acknowledge', 'silence']) }),
    },
  },
  start: (boat) => ({
    actions: { press: ({ id, action }) => boat.answerAlert({ id, action, device: 'can0 c0328f00e5c6418c' }) },
  }),
})

if (import.meta.main) await runPlugin(plugin)
