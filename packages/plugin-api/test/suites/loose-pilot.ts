import { describeAutopilotProvider } from '#testing.ts'

describeAutopilotProvider(new URL('../plugins/loose-pilot.ts', import.meta.url), { observeMs: 100 })
