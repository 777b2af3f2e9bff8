import { definePlugin, MarineDataError, runPlugin, Type, type WeatherHandlers } from '#index.ts'
import { randomUUID } from 'node:crypto'

const flaws = [
  'none',
  'offers nothing',
  'never answers',
  'has nothing',
  'sends degrees',
  'sends null for an unknown value',
  'ignores the step',
  'ignores the position',
  'fails when it is asked again meanwhile',
  'makes new ids of warnings',
] as const

const hourMs = 3_600_000
const here = { latitude: 54.5, longitude: 10.3 }
const iso = (ms: number): string => new Date(ms).toISOString()
const isNear = ({
  latitude,
  longitude,
}: {
  readonly latitude: number
  readonly longitude: number
}): boolean => Math.abs(latitude - here.latitude) < 2 && Math.abs(longitude - here.longitude) < 2

type Flaw = (typeof flaws)[number]

/** The values of an observation or an entry, with at most one flaw. */
const valuesOf = (flaw: Flaw): object => ({
  windSpeed: 8.2,
  windDirection: flaw === 'sends degrees' ? 225 : 3.93,
  ...(flaw === 'sends null for an unknown value' && { waveHeight: null }),
})

const forecastOf =
  (flaw: Flaw): NonNullable<WeatherHandlers['forecast']> =>
  ({ position, from, to, step }) => {
    const start = Date.parse(from)
    const stepMs = flaw === 'ignores the step' ? hourMs : step * 1_000
    const count = flaw === 'has nothing' ? 0 : Math.floor((Date.parse(to) - Date.parse(from)) / stepMs) + 1
    const entries = Array.from({ length: count }, (_, at) => ({
      at: iso(start + at * stepMs),
      values: valuesOf(flaw),
    }))
    const isKnown = isNear(position) || flaw === 'ignores the position'
    const place = flaw === 'ignores the position' ? here : position
    return { forecast: { position: place, entries: isKnown ? entries : [] } }
  }

const observationsOf =
  (flaw: Flaw): NonNullable<WeatherHandlers['observations']> =>
  ({ position, most }) => {
    if (flaw === 'has nothing' || !(isNear(position) || flaw === 'ignores the position'))
      return { observations: [] }
    const start = Date.now()
    const all = Array.from({ length: 10 }, (_, at) => ({
      at: iso(start - at * hourMs),
      position: here,
      station: 'Kiel lighthouse',
      values: valuesOf(flaw),
    }))
    return { observations: all.slice(0, most) }
  }

const warningsOf =
  (flaw: Flaw): NonNullable<WeatherHandlers['warnings']> =>
  ({ position }) => {
    const id = flaw === 'makes new ids of warnings' ? randomUUID() : 'gale-1'
    const warning = { id, title: 'Gale warning', severity: 'severe', from: iso(Date.now()) } as const
    return { warnings: flaw === 'has nothing' || !isNear(position) ? [] : [warning] }
  }

/** Wrong on purpose, in one way at a time. Without a flaw, a minimal provider of weather. */
const plugin = definePlugin({
  name: 'flawed-weather',
  version: '1.0.0',
  description: 'A provider of weather with at most one flaw',
  settings: Type.Object({ flaw: Type.Enum([...flaws], { default: 'none' }) }),
  provides: ['weather'],
  start: async (boat, { flaw }) => {
    if (flaw === 'offers nothing') return
    let isBusy = false
    const pause = async (): Promise<void> => {
      if (flaw === 'never answers') await Promise.withResolvers<never>().promise
      if (flaw !== 'fails when it is asked again meanwhile') return
      if (isBusy) throw new MarineDataError('busy', 'One question after the other')
      isBusy = true
      // Questions that were sent at once arrive before the next turn of the timers.
      await new Promise((resolve) => setTimeout(resolve, 50))
      isBusy = false
    }
    await boat.provideWeather({
      observations: async (question, control) => {
        await pause()
        return await observationsOf(flaw)(question, control)
      },
      forecast: async (question, control) => {
        await pause()
        return await forecastOf(flaw)(question, control)
      },
      warnings: async (question, control) => {
        await pause()
        return await warningsOf(flaw)(question, control)
      },
    })
  },
})

if (import.meta.main) await runPlugin(plugin)
