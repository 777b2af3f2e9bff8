import type { WeatherProviders } from '@marinedata/core'
import { Position, Type, weatherLimits, type ProblemCode } from '@marinedata/model'
import { route, type Route } from '#http/route.ts'
import { askerOf } from '#http/routes/asker.ts'
import { forecastRange } from '#http/routes/weather-routes.ts'
import { familyWord } from '#family/family-names.ts'
import { weatherData, weatherWarning } from './weather-data.ts'

export interface FamilyWeatherOptions {
  readonly providers: Pick<WeatherProviders, 'ask' | 'list' | 'defaultId'>
  /** Unix milliseconds. */
  readonly now: () => number
}

const base = `/${familyWord}/v2/api/weather`
const scope = 'read'
/** Entries by the hour, when an app asks for no number. */
const usualCount = 48

const place = {
  lat: Position.properties.latitude,
  lon: Position.properties.longitude,
  provider: Type.Optional(Type.String({ maxLength: 64 })),
}
const Place = Type.Object(place, { additionalProperties: true })
const countUpTo = (maximum: number) =>
  Type.Object(
    { ...place, count: Type.Optional(Type.Integer({ minimum: 1, maximum })) },
    { additionalProperties: true },
  )

const problems: readonly ProblemCode[] = [
  'invalid-query',
  'not-found',
  'too-many-requests',
  'no-provider',
  'plugin-failed',
  'plugin-not-running',
]

const responses = { 200: { description: 'A list, empty when nothing is known' } }

const positionOf = ({ lat, lon }: { readonly lat: number; readonly lon: number }): Position => ({
  latitude: lat,
  longitude: lon,
})

const observationRoute = ({ providers }: FamilyWeatherOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/observations`,
    scope,
    operationId: 'family_get_weather_observations',
    summary: 'What stations near a place have measured, newest first',
    query: countUpTo(weatherLimits.observations),
    responses,
    problems,
    handle: async (request, reply) => {
      const { count = 10 } = request.query
      const question = { position: positionOf(request.query), most: count }
      const { observations } = await providers.ask('observations', question, askerOf(request, reply))
      return observations.map(weatherData('observation'))
    },
  })

const forecastRoute = ({ providers, now }: FamilyWeatherOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/forecasts/point`,
    scope,
    operationId: 'family_get_weather_forecast',
    summary: 'The forecast for a place by the hour, from now on',
    query: countUpTo(weatherLimits.entries),
    responses,
    problems,
    handle: async (request, reply) => {
      const { count = usualCount } = request.query
      const question = { position: positionOf(request.query), ...forecastRange({ hours: count - 1 }, now()) }
      const { forecast } = await providers.ask('forecast', question, askerOf(request, reply))
      return forecast.entries.map(weatherData('point'))
    },
  })

const warningRoute = ({ providers }: FamilyWeatherOptions): Route =>
  route({
    method: 'GET',
    path: `${base}/warnings`,
    scope,
    operationId: 'family_get_weather_warnings',
    summary: 'Warnings of weather services for a place',
    query: Place,
    responses,
    problems,
    handle: async (request, reply) => {
      const question = { position: positionOf(request.query) }
      const { provider, warnings } = await providers.ask('warnings', question, askerOf(request, reply))
      return warnings.map(weatherWarning(provider))
    },
  })

const fixedRoute = (name: string, operationId: string, body: () => object): Route =>
  route({
    method: 'GET',
    path: `${base}${name}`,
    scope,
    operationId,
    summary: 'What there is to ask about the weather',
    responses: { 200: { description: 'By name' } },
    handle: body,
  })

const described = (...subjects: readonly string[]): object =>
  Object.fromEntries(subjects.map((name) => [name, { description: `Path containing ${name}` }]))

/** The weather in the shapes of the family. The plugins that provide it know no values of whole days. */
export const familyWeatherRoutes = (options: FamilyWeatherOptions): Route[] => [
  observationRoute(options),
  forecastRoute(options),
  warningRoute(options),
  fixedRoute('', 'family_get_weather', () => described('forecasts', 'observations', 'warnings')),
  fixedRoute('/forecasts', 'family_get_weather_forecasts', () => described('daily', 'point')),
  fixedRoute('/forecasts/daily', 'family_get_daily_forecasts', () => []),
  fixedRoute('/_providers', 'family_get_weather_providers', () =>
    Object.fromEntries(
      Object.entries(options.providers.list()).map(([id, { isDefault }]) => [id, { name: id, isDefault }]),
    ),
  ),
  fixedRoute('/_providers/_default', 'family_get_default_weather_provider', () => ({
    id: options.providers.defaultId,
  })),
]
