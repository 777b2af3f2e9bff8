import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weatherFault } from './weather-faults.ts'
import { weatherLimits, type WeatherSubject } from './weather.ts'

const now = Date.parse('2026-06-01T12:10:00Z')
const position = { latitude: 54.5, longitude: 10.3 }
const questions = {
  observations: { position, most: 2 },
  forecast: { position, from: '2026-06-01T12:00:00Z', to: '2026-06-01T18:00:00Z', step: 3_600 },
  warnings: { position },
}
const wind = { windSpeed: 8, windDirection: 3.9 }
const measured = { at: '2026-06-01T12:00:00Z', position, values: wind }
const entry = (hour: number, values: object = wind) => ({ at: `2026-06-01T${hour}:00:00Z`, values })
const forecast = (...entries: readonly object[]) => ({ forecast: { position, entries } })
const gale = { id: 'a', title: 'Gale warning', severity: 'severe', from: '2026-06-01T12:00:00Z' }
const far = { latitude: -54.5, longitude: -169.7 }

const faultOf = (subject: WeatherSubject, answer: unknown): string | undefined =>
  weatherFault(subject, { question: questions[subject], answer, now })

test('valid answers have no fault, also when nothing is known', () => {
  assert.equal(
    faultOf('observations', { observations: [measured, { ...measured, at: '2026-06-01T11:00:00Z' }] }),
    undefined,
  )
  assert.equal(faultOf('observations', { observations: [] }), undefined)
  assert.equal(faultOf('forecast', forecast(entry(12), entry(15), entry(18))), undefined)
  assert.equal(faultOf('forecast', { forecast: { position: far, entries: [] } }), undefined)
  assert.equal(
    faultOf('warnings', { warnings: [gale, { ...gale, id: 'b', to: '2026-06-02T00:00:00Z' }] }),
    undefined,
  )
})

const wrongValues: readonly (readonly [string, object])[] = [
  ['a direction in degrees', { windDirection: 225 }],
  ['a negative direction', { windDirection: -0.1 }],
  ['a temperature in degrees Celsius', { airTemperature: 17 }],
  ['a pressure in hPa', { pressure: 1_013 }],
  ['zero for an unknown pressure', { pressure: 0 }],
  ['null for an unknown value', { ...wind, waveHeight: null }],
  ['a number that is not finite', { windSpeed: Number.POSITIVE_INFINITY }],
  ['a number that is none', { windSpeed: Number.NaN }],
  ['a misspelt member', { windspeed: 8 }],
  ['a text', { windSpeed: '8' }],
  ['humidity in percent', { relativeHumidity: 85 }],
  ['nothing', {}],
]
for (const [title, values] of wrongValues)
  test(`an entry with ${title} is refused with its whole answer`, () => {
    assert.match(
      faultOf('forecast', forecast(entry(12), entry(13, values))) ?? '',
      /forecast\/entries\/1\/values/,
    )
  })

test('times that were not asked for, or are out of order, are refused', () => {
  assert.match(faultOf('forecast', forecast(entry(11))) ?? '', /not asked for/)
  assert.match(faultOf('forecast', forecast(entry(18), entry(19))) ?? '', /entry 1: .*not asked for/)
  assert.match(faultOf('forecast', forecast(entry(14), entry(13))) ?? '', /less than 3600 s/)
  assert.match(faultOf('forecast', forecast(entry(12), entry(12))) ?? '', /less than 3600 s/)
  assert.match(faultOf('forecast', forecast({ at: 'noon', values: wind })) ?? '', /pattern/)
  // The schema accepts a day that the month does not have.
  assert.match(
    faultOf('forecast', forecast({ at: '2026-02-31T12:00:00Z', values: wind })) ?? '',
    /not asked for/,
  )
})

test('observations of the future, too many, or out of order are refused', () => {
  const at = (time: string) => ({ ...measured, at: `2026-06-01T${time}Z` })
  assert.match(faultOf('observations', { observations: [at('13:00:00')] }) ?? '', /future/)
  assert.equal(faultOf('observations', { observations: [at('12:12:00')] }), undefined)
  assert.match(faultOf('observations', { observations: [at('11:00:00'), at('12:00:00')] }) ?? '', /newer/)
  assert.match(faultOf('observations', { observations: [measured, measured, measured] }) ?? '', /at most 2/)
})

test('an answer for another place is refused', () => {
  assert.match(faultOf('observations', { observations: [{ ...measured, position: far }] }) ?? '', /500 km/)
  assert.match(faultOf('forecast', { forecast: { position: far, entries: [entry(12)] } }) ?? '', /500 km/)
})

test('warnings that end before they start, or share an id, are refused', () => {
  assert.match(
    faultOf('warnings', { warnings: [{ ...gale, to: '2026-06-01T11:00:00Z' }] }) ?? '',
    /ends before/,
  )
  assert.match(faultOf('warnings', { warnings: [gale, gale] }) ?? '', /same id/)
  const many = Array.from({ length: weatherLimits.warnings + 1 }, (_, id) => ({ ...gale, id: String(id) }))
  assert.match(faultOf('warnings', { warnings: many }) ?? '', /20/)
})
