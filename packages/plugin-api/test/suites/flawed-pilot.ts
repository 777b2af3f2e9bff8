import { describeAutopilotProvider } from '#testing.ts'

const [flaw = 'none', ...only] = process.argv.slice(2)
const pace = 100
const delay = 0.02

describeAutopilotProvider(new URL('../plugins/flawed-pilot.ts', import.meta.url), {
  settings: { flaw, pace, delay },
  // Longer than a busy machine needs for a command and its report.
  observeMs: 300,
  pace,
  delay,
  prepare: (plugin, situation) => plugin.act('place', situation),
  faults: {
    offline: (plugin) => plugin.act('mend', false),
    mend: (plugin) => plugin.act('mend', true),
  },
  ...(only.length > 0 && { only }),
})
