import {
  definePlugin,
  MarineDataError,
  runPlugin,
  Type,
  type WeatherForecastEntry,
} from '@marinedata/plugin-api'

const flaws = ['none', 'degrees', 'refuses', 'crashes', 'waits'] as const

/** A provider of weather that an action makes fail. */
const plugin = definePlugin({
  name: 'forecaster',
  version: '1.0.0',
  description: 'Provides a forecast and observations, and no warnings',
  provides: ['weather'],
  actions: {
    fail: { description: 'Fails from now on', input: Type.Object({ flaw: Type.Enum([...flaws]) }) },
    waiting: { description: 'How many questions wait, and how many were cancelled' },
  },
  start: async (boat) => {
    let flaw: (typeof flaws)[number] = 'none'
    let open = 0
    let cancelled = 0
    await boat.provideWeather({
      observations: ({ position, most }) => ({
        observations: [
          {
            at: new Date().toISOString(),
            position,
            station: 'Buoy',
            values: { windSpeed: most, pressure: 101_300 },
          },
        ],
      }),
      forecast: async ({ position, from, to, step }, { signal }) => {
        if (flaw === 'refuses') throw new MarineDataError('invalid-query', 'There is no forecast for land')
        if (flaw === 'crashes') process.exit(1)
        if (flaw === 'waits') {
          const { promise, reject } = Promise.withResolvers<never>()
          open++
          signal.addEventListener('abort', () => {
            open--
            cancelled++
            reject(new MarineDataError('unconfirmed', 'Nobody waits'))
          })
          await promise
        }
        const windDirection = flaw === 'degrees' ? 225 : 3.93
        const entries: WeatherForecastEntry[] = []
        for (let at = Date.parse(from); at <= Date.parse(to); at += step * 1_000)
          entries.push({ at: new Date(at).toISOString(), values: { windSpeed: 8.2, windDirection } })
        return { forecast: { position, model: 'test', entries } }
      },
    })
    return {
      actions: {
        fail: (input) => {
          flaw = input.flaw
        },
        waiting: () => `${open} open, ${cancelled} cancelled`,
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
