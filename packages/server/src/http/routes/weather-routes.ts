import type { WeatherProviders } from '@marinedata/core'
import {
  MarineDataError,
  Position,
  ServedForecast,
  ServedObservations,
  ServedWarnings,
  Type,
  weatherLimits,
  WeatherProviderList,
  type Actor,
  type ProblemCode,
  type WeatherQuestion,
  type WeatherSubject,
} from '@marinedata/model'
import { route, type Route } from '../route.ts'
import { askerOf } from './asker.ts'
import { providerChoiceRoute } from './provider-choice.ts'

export interface WeatherRoutesOptions {
  /** `…/weather` */
  readonly base: string
  readonly providers: Pick<WeatherProviders, 'ask' | 'choose' | 'list' | 'providerOf'>
  /** Position of the boat; null when there is no fresh fix. */
  readonly position: () => Position | null
  /** Unix milliseconds. */
  readonly now: () => number
  /** Records the choice of a provider in the audit. */
  readonly note: (event: {
    readonly actor: Actor
    readonly operation: 'weather-provider-chosen'
    readonly subject: string
  }) => void
}

const strict = { additionalProperties: false } as const
const hourMs = 3_600_000
const defaults = { hours: 48, step: 3_600, most: 10 } as const

const place = {
  latitude: Type.Optional(Position.properties.latitude),
  longitude: Type.Optional(Position.properties.longitude),
  provider: Type.Optional(
    Type.String({ maxLength: 64, description: 'the plugin that answers; the default one when absent' }),
  ),
}

type PlaceQuery = Partial<Pick<Position, 'latitude' | 'longitude'>> & { readonly provider?: string }

const problems: readonly ProblemCode[] = [
  'invalid-query',
  'not-found',
  'input-stale',
  'too-many-requests',
  'no-provider',
  'plugin-failed',
  'plugin-not-running',
]

const iso = (ms: number): string => new Date(ms).toISOString()

/** The time of a forecast. It starts with the present step, so that its first entry applies now. */
export const forecastRange = (
  { hours = defaults.hours, step = defaults.step }: { readonly hours?: number; readonly step?: number },
  now: number,
): Pick<WeatherQuestion<'forecast'>, 'from' | 'to' | 'step'> => {
  const entries = Math.floor((hours * 3_600) / step) + 1
  if (entries > weatherLimits.entries)
    throw new MarineDataError(
      'invalid-query',
      `${hours} hours in steps of ${step} s are ${entries} entries. At most ${weatherLimits.entries} are allowed`,
    )
  const from = Math.floor(now / (step * 1_000)) * step * 1_000
  return { from: iso(from), to: iso(from + hours * hourMs), step }
}

/** The place of a question: as asked, or the boat. @throws MarineDataError */
const placeOf = (
  { providers, position }: WeatherRoutesOptions,
  subject: WeatherSubject,
  { latitude, longitude, provider }: PlaceQuery,
): Position => {
  // A boat without a provider answers that first.
  providers.providerOf(subject, provider)
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude }
  if (latitude !== undefined || longitude !== undefined)
    throw new MarineDataError('invalid-query', 'Give both latitude and longitude, or neither for the boat')
  const here = position()
  if (here === null)
    throw new MarineDataError(
      'input-stale',
      'There is no fresh position of the boat. Give latitude and longitude',
    )
  return { latitude: here.latitude, longitude: here.longitude }
}

const integer = (description: string, minimum: number, maximum: number) =>
  Type.Optional(Type.Integer({ minimum, maximum, description }))

const observationRoute = (options: WeatherRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${options.base}/observations`,
    scope: 'read',
    operationId: 'getWeatherObservations',
    summary: 'What stations near a place have measured; near the boat when no place is given',
    query: Type.Object(
      {
        ...place,
        most: integer(`at most this many; ${defaults.most} when absent`, 1, weatherLimits.observations),
      },
      strict,
    ),
    responses: { 200: { description: 'Observations, newest first', schema: ServedObservations } },
    problems,
    handle: (request, reply) => {
      const { most = defaults.most } = request.query
      const question = { position: placeOf(options, 'observations', request.query), most }
      return options.providers.ask('observations', question, askerOf(request, reply))
    },
  })

const forecastRoute = (options: WeatherRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${options.base}/forecast`,
    scope: 'read',
    operationId: 'getWeatherForecast',
    summary: 'The forecast for a place; for the boat when no place is given',
    query: Type.Object(
      {
        ...place,
        hours: integer(`from now on; ${defaults.hours} when absent`, 1, weatherLimits.hours),
        step: integer(
          `seconds between two entries, at least; ${defaults.step} when absent`,
          weatherLimits.shortestStep,
          weatherLimits.longestStep,
        ),
      },
      strict,
    ),
    responses: { 200: { description: 'Entries, oldest first', schema: ServedForecast } },
    problems,
    handle: (request, reply) => {
      const position = placeOf(options, 'forecast', request.query)
      const question = { position, ...forecastRange(request.query, options.now()) }
      return options.providers.ask('forecast', question, askerOf(request, reply))
    },
  })

const warningRoute = (options: WeatherRoutesOptions): Route =>
  route({
    method: 'GET',
    path: `${options.base}/warnings`,
    scope: 'read',
    operationId: 'getWeatherWarnings',
    summary: 'Warnings of weather services for a place; for the boat when no place is given',
    query: Type.Object(place, strict),
    responses: { 200: { description: 'The warnings that apply', schema: ServedWarnings } },
    problems,
    handle: (request, reply) => {
      const question = { position: placeOf(options, 'warnings', request.query) }
      return options.providers.ask('warnings', question, askerOf(request, reply))
    },
  })

/** Questions about the weather, and the plugins that answer them. */
export const weatherRoutes = (options: WeatherRoutesOptions): Route[] => {
  const { base, providers, note } = options
  return [
    observationRoute(options),
    forecastRoute(options),
    warningRoute(options),
    route({
      method: 'GET',
      path: `${base}/_providers`,
      scope: 'read',
      operationId: 'getWeatherProviders',
      summary: 'The plugins that answer questions about the weather',
      responses: { 200: { description: 'The providers by id', schema: WeatherProviderList } },
      handle: () => providers.list(),
    }),
    providerChoiceRoute({
      base,
      operationId: 'setDefaultWeatherProvider',
      summary: 'Chooses the provider that answers by default',
      choose: (id) => providers.choose(id),
      note: (choice) => note({ ...choice, operation: 'weather-provider-chosen' }),
    }),
  ]
}
