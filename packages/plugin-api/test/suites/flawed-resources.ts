import { describeResourceProvider } from '#testing.ts'

const [flaw = 'none'] = process.argv.slice(2)

describeResourceProvider(new URL('../plugins/flawed-resources.ts', import.meta.url), {
  settings: { flaw },
  observeMs: 200,
})
