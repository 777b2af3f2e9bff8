import { describePlugin } from '#testing.ts'

describePlugin(new URL('../plugins/rude-plugin.ts', import.meta.url), { observeMs: 100 })
