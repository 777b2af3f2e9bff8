import { describeHistoryProvider } from '#testing.ts'

const [flaw = 'none'] = process.argv.slice(2)

describeHistoryProvider(new URL('../plugins/flawed-history.ts', import.meta.url), {
  settings: { flaw },
  observeMs: 200,
  answerMs: flaw === 'never answers' || flaw === 'forgets what it has read' ? 2_000 : 30_000,
})
