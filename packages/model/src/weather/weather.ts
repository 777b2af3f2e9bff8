import { Timestamp } from '#data/delta.ts'
import { Position } from '#data/position.ts'
import { Type, type Static } from '#schema-language.ts'

const strict = { additionalProperties: false } as const
const known = (description: string, minimum: number, maximum: number) =>
  Type.Optional(Type.Number({ minimum, maximum, description }))
const direction = (description: string) => known(description, 0, 2 * Math.PI)

const values = {
  windSpeed: known('mean wind at 10 m, in m/s', 0, 150),
  windDirection: direction('where the wind comes from, true, in radians'),
  windGust: known('gusts, in m/s', 0, 200),
  pressure: known('at sea level, in Pa', 80_000, 115_000),
  airTemperature: known('in K', 170, 340),
  dewPoint: known('in K', 170, 340),
  relativeHumidity: known('a ratio', 0, 1),
  cloudCover: known('a ratio', 0, 1),
  visibility: known('in m', 0, 500_000),
  precipitationRate: known('depth of water in a second, in m/s; 1 mm/h is 2.78e-7', 0, 1e-3),
  waveHeight: known('significant height of all waves, in m', 0, 40),
  wavePeriod: known('in s', 0, 60),
  waveDirection: direction('where the waves come from, true, in radians'),
  swellHeight: known('significant height of the swell, in m', 0, 40),
  swellPeriod: known('in s', 0, 60),
  swellDirection: direction('where the swell comes from, true, in radians'),
  currentSpeed: known('of the water, in m/s', 0, 20),
  currentDirection: direction('where the water flows to, true, in radians'),
  waterTemperature: known('at the surface, in K', 260, 320),
}

/** Values of the weather at one place and time, in SI units. A value that is not known is absent: never zero, never null. */
export const WeatherValues = Type.Object(values, { $id: 'WeatherValues', minProperties: 1, ...strict })
export type WeatherValues = Static<typeof WeatherValues>

/** Limits of questions about the weather, and of their answers. */
export const weatherLimits = {
  observations: 50,
  /** Entries of one forecast: 5 days by the hour, or 30 days by six hours. */
  entries: 120,
  warnings: 20,
  /** Seconds between two entries. */
  shortestStep: 600,
  longestStep: 86_400,
  hours: 720,
  /** Metres from the place of the question to the place of an answer. */
  distance: 500_000,
} as const

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })

/** What a station or a buoy has measured. */
export const WeatherObservation = Type.Object(
  {
    at: Timestamp,
    position: Position,
    station: Type.Optional(text(128, 'its name')),
    values: WeatherValues,
  },
  { $id: 'WeatherObservation', ...strict },
)
export type WeatherObservation = Static<typeof WeatherObservation>

export const WeatherForecastEntry = Type.Object(
  { at: Timestamp, values: WeatherValues },
  { $id: 'WeatherForecastEntry', ...strict },
)
export type WeatherForecastEntry = Static<typeof WeatherForecastEntry>

/** A forecast for one place. */
export const PointForecast = Type.Object(
  {
    position: Position,
    issuedAt: Type.Optional(Timestamp),
    model: Type.Optional(text(128, 'the model or the service that it comes from')),
    entries: Type.Array(WeatherForecastEntry, {
      maxItems: weatherLimits.entries,
      description: 'oldest first; empty when there is no forecast for this place and time',
    }),
  },
  { $id: 'PointForecast', ...strict },
)
export type PointForecast = Static<typeof PointForecast>

/** A warning of a weather service. */
export const WeatherWarning = Type.Object(
  {
    id: text(128, 'stays the same when the warning is repeated'),
    title: text(256, 'such as `Gale warning`'),
    severity: Type.Enum(['minor', 'moderate', 'severe', 'extreme'], {
      description: 'as in the Common Alerting Protocol',
    }),
    from: Timestamp,
    to: Type.Optional(Timestamp),
    area: Type.Optional(text(256, 'the name of the area')),
    text: Type.Optional(text(2_048, 'plain text')),
    issuer: Type.Optional(text(128, 'who warns')),
  },
  { $id: 'WeatherWarning', ...strict },
)
export type WeatherWarning = Static<typeof WeatherWarning>

/** Kinds of questions about the weather. */
export const weatherSubjects = ['observations', 'forecast', 'warnings'] as const
export const WeatherSubject = Type.Enum([...weatherSubjects], { $id: 'WeatherSubject' })
export type WeatherSubject = (typeof weatherSubjects)[number]

const deadline = Type.Number({ description: 'seconds from now' })

/** The question of the server by subject. */
export const weatherQuestions = {
  observations: Type.Object(
    {
      position: Position,
      most: Type.Integer({ minimum: 1, maximum: weatherLimits.observations }),
      deadline,
    },
    { $id: 'WeatherObservationsQuestion' },
  ),
  forecast: Type.Object(
    {
      position: Position,
      from: Timestamp,
      to: Timestamp,
      step: Type.Integer({
        minimum: weatherLimits.shortestStep,
        maximum: weatherLimits.longestStep,
        description: 'seconds between two entries, at least',
      }),
      deadline,
    },
    { $id: 'WeatherForecastQuestion' },
  ),
  warnings: Type.Object({ position: Position, deadline }, { $id: 'WeatherWarningsQuestion' }),
} as const

/** The answer of a provider by subject. */
export const weatherAnswers = {
  observations: Type.Object(
    {
      observations: Type.Array(WeatherObservation, {
        maxItems: weatherLimits.observations,
        description: 'newest first; empty when there are none near this place',
      }),
    },
    { $id: 'WeatherObservationsAnswer', ...strict },
  ),
  forecast: Type.Object({ forecast: PointForecast }, { $id: 'WeatherForecastAnswer', ...strict }),
  warnings: Type.Object(
    { warnings: Type.Array(WeatherWarning, { maxItems: weatherLimits.warnings }) },
    { $id: 'WeatherWarningsAnswer', ...strict },
  ),
} as const

type WithoutDeadline<Question> = Omit<Question, 'deadline'>
export interface WeatherQuestionOf {
  readonly observations: WithoutDeadline<Static<typeof weatherQuestions.observations>>
  readonly forecast: WithoutDeadline<Static<typeof weatherQuestions.forecast>>
  readonly warnings: WithoutDeadline<Static<typeof weatherQuestions.warnings>>
}
export interface WeatherAnswerOf {
  readonly observations: Static<typeof weatherAnswers.observations>
  readonly forecast: Static<typeof weatherAnswers.forecast>
  readonly warnings: Static<typeof weatherAnswers.warnings>
}
export type WeatherQuestion<Subject extends WeatherSubject = WeatherSubject> = WeatherQuestionOf[Subject]
export type WeatherAnswer<Subject extends WeatherSubject = WeatherSubject> = WeatherAnswerOf[Subject]

const provider = Type.String({ description: 'the plugin that answered' })
const served = <Members extends object>(members: Members) => ({ provider, ...members })

/** The responses to clients: the answer, and the plugin that it comes from. */
export const ServedObservations = Type.Object(served(weatherAnswers.observations.properties), {
  $id: 'ServedObservations',
})
export type ServedObservations = Static<typeof ServedObservations>
export const ServedForecast = Type.Object(served(weatherAnswers.forecast.properties), {
  $id: 'ServedForecast',
})
export type ServedForecast = Static<typeof ServedForecast>
export const ServedWarnings = Type.Object(served(weatherAnswers.warnings.properties), {
  $id: 'ServedWarnings',
})
export type ServedWarnings = Static<typeof ServedWarnings>

/** The providers of weather. */
export const WeatherProviderList = Type.Record(
  Type.String(),
  Type.Object({
    isDefault: Type.Boolean({ description: 'true for the provider that answers by default' }),
    subjects: Type.Array(WeatherSubject, { description: 'the questions that it answers' }),
  }),
  { $id: 'WeatherProviderList' },
)
export type WeatherProviderList = Static<typeof WeatherProviderList>
