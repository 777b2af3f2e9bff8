import { describeWeatherProvider } from '#testing.ts'

const [flaw = 'none'] = process.argv.slice(2)

describeWeatherProvider(new URL('../plugins/flawed-weather.ts', import.meta.url), {
  settings: { flaw },
  observeMs: 200,
  answerMs: flaw === 'never answers' || flaw === 'offers nothing' ? 1_000 : 20_000,
})
