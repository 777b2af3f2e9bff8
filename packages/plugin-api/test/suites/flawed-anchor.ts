import { describeAnchorProvider } from '#testing.ts'

const [flaw = 'none', ...only] = process.argv.slice(2)
const pace = 20

describeAnchorProvider(new URL('../plugins/flawed-anchor.ts', import.meta.url), {
  settings: { flaw, pace },
  observeMs: 60,
  pace,
  bowHeight: 1.2,
  ...(only.length > 0 && { only }),
})
