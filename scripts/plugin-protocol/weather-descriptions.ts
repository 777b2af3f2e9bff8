const position = { latitude: 54.32, longitude: 10.15 }
const noon = '2026-06-01T12:00:00Z'
const one = '2026-06-01T13:00:00Z'
const measured = { windSpeed: 8.2, windDirection: 3.93, windGust: 11.3, pressure: 101_250 }

/** What the page says about the verbs of the weather that the server calls. */
export const weatherPluginDescriptions = {
  'weather/observations': {
    notes: [
      'A value that is not known is absent: never zero, never `null`. The place of each observation is at most 500 km from the position of the question.',
    ],
    meanings: { position: 'the place that is asked for', most: 'at most this many' },
    params: { position, most: 10, deadline: 20 },
    result: {
      observations: [
        { at: noon, position: { latitude: 54.5, longitude: 10.27 }, station: 'Kiel', values: measured },
      ],
    },
  },
  'weather/forecast': {
    notes: [
      'Answer with a longer step when there is no forecast for every step, and with no entries when there is none for this place or time. Never repeat or invent an entry.',
    ],
    meanings: {
      position: 'the place that is asked for',
      from: 'start, inclusive',
      to: 'end, inclusive',
      forecast: 'the forecast',
    },
    params: { position, from: noon, to: one, step: 3_600, deadline: 20 },
    result: {
      forecast: {
        position,
        issuedAt: '2026-06-01T06:00:00Z',
        entries: [
          { at: noon, values: measured },
          { at: one, values: { windSpeed: 8.9, waveHeight: 0.8 } },
        ],
      },
    },
  },
  'weather/warnings': {
    meanings: { position: 'the place that is asked for', warnings: 'empty when there are none' },
    params: { position, deadline: 20 },
    result: {
      warnings: [
        { id: 'dwd-4711', title: 'Gale warning', severity: 'severe' as const, from: noon, issuer: 'DWD' },
      ],
    },
  },
}

/** What the page says about the verbs of the weather that a plugin calls. */
export const weatherServerDescriptions = {
  'weather/offer': {
    notes: ['The manifest’s `provides` must name `weather`. A later offer replaces the subjects.'],
    params: { subjects: ['observations' as const, 'forecast' as const] },
    result: {},
  },
}

export const weatherShapeMeanings = {
  WeatherObservation: { at: 'when it was measured', position: 'where', values: 'what is known' },
  WeatherForecastEntry: { at: 'the time that it is for', values: 'what is known' },
  PointForecast: { position: 'the place that it is for', issuedAt: 'when it was made' },
  WeatherWarning: { from: 'start', to: 'end, if it is known' },
}
