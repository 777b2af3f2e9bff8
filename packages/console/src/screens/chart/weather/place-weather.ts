import type {
  ServedForecast,
  WeatherForecastEntry,
  WeatherObservation,
  WeatherWarning,
} from '@marinedata/model'
import type { Boat } from '#boat/boat.ts'
import type { Place } from '#boat/values.ts'
import { weatherSubjectsOf } from '#boat/weather-offered.ts'

/** The weather at a place, as far as plugins of the boat know it. */
export interface PlaceWeather {
  readonly forecast: ServedForecast | undefined
  readonly warnings: readonly WeatherWarning[]
  readonly observations: readonly WeatherObservation[]
}

/** Two days, by three hours: what fits on a phone without a search. */
const range = { hours: 48, step: 10_800 } as const
const mostObservations = 3
/** Longer than a plugin may take. */
const timeoutMs = 25_000

/** @throws what a request throws */
export const askWeather = async (client: Boat['client'], place: Place): Promise<PlaceWeather> => {
  const subjects = await weatherSubjectsOf(client)
  const { latitude, longitude } = place
  const at = { latitude, longitude }
  const [forecast, warned, measured] = await Promise.all([
    subjects.has('forecast')
      ? client.call('GET weather/forecast', { query: { ...at, ...range }, timeoutMs })
      : undefined,
    subjects.has('warnings') ? client.call('GET weather/warnings', { query: at, timeoutMs }) : undefined,
    subjects.has('observations')
      ? client.call('GET weather/observations', { query: { ...at, most: mostObservations }, timeoutMs })
      : undefined,
  ])
  return {
    forecast,
    warnings: warned?.warnings ?? [],
    observations: measured?.observations ?? [],
  }
}

/** The entries of one day. */
export interface ForecastDay {
  readonly date: string
  readonly entries: readonly WeatherForecastEntry[]
}

/** Groups entries, which are in the order of their times. @param dateOf the date of a time, in the clock of the user */
export const daysOf = (
  entries: readonly WeatherForecastEntry[],
  dateOf: (at: number) => string,
): ForecastDay[] => {
  const entriesByDate = Map.groupBy(entries, ({ at }) => dateOf(Date.parse(at)))
  return [...entriesByDate].map(([date, ofDay]) => ({ date, entries: ofDay }))
}

/** The look of a warning: two steps of the scale of the Common Alerting Protocol are dangerous. */
export const isGrave = ({ severity }: WeatherWarning): boolean =>
  severity === 'severe' || severity === 'extreme'
