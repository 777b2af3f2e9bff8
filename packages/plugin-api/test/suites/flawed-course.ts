import { describeCourseProvider } from '#testing.ts'

const [flaw = 'none'] = process.argv.slice(2)

describeCourseProvider(new URL('../plugins/flawed-course.ts', import.meta.url), {
  settings: { flaw },
  observeMs: 200,
  // A busy machine is slower than a boat.
  answerMs: flaw === 'never answers' ? 400 : 20_000,
  ...(flaw === 'offers nothing' && { offerMs: 500 }),
})
