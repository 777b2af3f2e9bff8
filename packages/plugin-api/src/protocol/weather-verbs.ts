import { Type, weatherAnswers, weatherQuestions, WeatherSubject, weatherSubjects } from '@marinedata/model'

const strict = { additionalProperties: false } as const

/** Verbs about the weather that the server calls in a plugin. */
export const weatherPluginVerbs = {
  'weather/observations': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'What stations near a position have measured, newest first. `$/cancelRequest` ends the question. The server refuses an answer with any fault as a whole.',
    params: weatherQuestions.observations,
    result: weatherAnswers.observations,
  },
  'weather/forecast': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'The forecast for a position and a time, both ends inclusive, with entries at least `step` seconds apart. `$/cancelRequest` ends the question.',
    params: weatherQuestions.forecast,
    result: weatherAnswers.forecast,
  },
  'weather/warnings': {
    kind: 'request',
    scope: 'plugin',
    summary:
      'The warnings of weather services that apply at a position. `$/cancelRequest` ends the question.',
    params: weatherQuestions.warnings,
    result: weatherAnswers.warnings,
  },
} as const

/** Verbs about the weather that a plugin calls in the server. */
export const weatherServerVerbs = {
  'weather/offer': {
    kind: 'request',
    scope: 'plugin',
    summary: 'From now on the plugin answers questions about the weather. Ends when the plugin stops.',
    params: Type.Object(
      {
        subjects: Type.Array(WeatherSubject, {
          minItems: 1,
          maxItems: weatherSubjects.length,
          uniqueItems: true,
          description: 'the questions that it answers',
        }),
      },
      { $id: 'WeatherOfferParams', ...strict },
    ),
    result: Type.Object({}, strict),
  },
} as const
