import type { WeatherValues, WeatherWarning } from '@marinedata/model'

/** Where the family has a value of the weather. Both use SI units. */
const groups = {
  outside: {
    temperature: 'airTemperature',
    dewPointTemperature: 'dewPoint',
    pressure: 'pressure',
    relativeHumidity: 'relativeHumidity',
    cloudCover: 'cloudCover',
    horizontalVisibility: 'visibility',
  },
  wind: { speedTrue: 'windSpeed', directionTrue: 'windDirection', gust: 'windGust' },
  water: {
    temperature: 'waterTemperature',
    surfaceCurrentSpeed: 'currentSpeed',
    surfaceCurrentDirection: 'currentDirection',
    waveSignificantHeight: 'waveHeight',
    wavePeriod: 'wavePeriod',
    waveDirection: 'waveDirection',
    swellHeight: 'swellHeight',
    swellPeriod: 'swellPeriod',
    swellDirection: 'swellDirection',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, keyof WeatherValues>>>>

interface Entry {
  readonly at: string
  readonly values: WeatherValues
  readonly station?: string
}

/** Weather values in the Signal K format. Unknown values are absent. */
export const weatherData =
  (type: 'observation' | 'point') =>
  ({ at, values, station }: Entry): object => {
    const known = Object.entries(groups).flatMap(([group, names]) => {
      const members = Object.entries(names).flatMap(([name, own]) =>
        values[own] === undefined ? [] : [[name, values[own]] as const],
      )
      return members.length === 0 ? [] : [[group, Object.fromEntries(members)] as const]
    })
    return {
      date: at,
      type,
      ...(station !== undefined && { description: station }),
      ...Object.fromEntries(known),
    }
  }

/** A warning as apps of the family read it. */
export const weatherWarning =
  (provider: string) =>
  ({ title, from, to, text, issuer }: WeatherWarning): object => ({
    startTime: from,
    ...(to !== undefined && { endTime: to }),
    details: text ?? title,
    source: issuer ?? provider,
    type: title,
  })
