import { describeControlProvider } from '#testing.ts'

const [flaw = 'none'] = process.argv.slice(2)

describeControlProvider(new URL('../plugins/flawed-control.ts', import.meta.url), {
  settings: { flaw },
  observeMs: 60,
})
