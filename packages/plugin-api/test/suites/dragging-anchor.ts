import { describeAnchorProvider } from '#testing.ts'

describeAnchorProvider(new URL('../plugins/dragging-anchor.ts', import.meta.url), { observeMs: 100 })
