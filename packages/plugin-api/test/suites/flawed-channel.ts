import { describeAlertChannelProvider } from '#testing.ts'

const [flaw = 'none'] = process.argv.slice(2)

describeAlertChannelProvider(new URL('../plugins/flawed-channel.ts', import.meta.url), {
  settings: { flaw },
  observeMs: 200,
  reportMs: flaw === 'none' ? 20_000 : 2_000,
})
