import type { WeatherSubject } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Boat } from '#boat/boat.ts'
import { askWeather, daysOf } from './place-weather.ts'

const here = { latitude: 54.5, longitude: 10.3 }

/** A client of a boat whose plugins answer these questions, and what it was asked. */
const clientOf = (subjects: readonly WeatherSubject[]) => {
  const asked: string[] = []
  const answers: Readonly<Record<string, object>> = {
    'GET weather/_providers': subjects.length === 0 ? {} : { book: { isDefault: true, subjects } },
    'GET weather/forecast': { provider: 'book', forecast: { position: here, entries: [] } },
    'GET weather/warnings': { provider: 'book', warnings: [] },
    'GET weather/observations': { provider: 'book', observations: [] },
  }
  const call = async (operation: string): Promise<object | undefined> => {
    asked.push(operation)
    return await Promise.resolve(answers[operation])
  }
  // All that is used of a client.
  return { asked, client: { call } as unknown as Boat['client'] }
}

test('only questions that a plugin answers are asked', async () => {
  const { asked, client } = clientOf(['forecast'])
  const { forecast, warnings, observations } = await askWeather(client, here)
  assert.equal(forecast?.provider, 'book')
  assert.deepEqual([warnings, observations], [[], []])
  assert.deepEqual(asked, ['GET weather/_providers', 'GET weather/forecast'])
})

test('a boat without a plugin for the weather is asked for nothing', async () => {
  const { asked, client } = clientOf([])
  assert.equal((await askWeather(client, here)).forecast, undefined)
  assert.deepEqual(asked, ['GET weather/_providers'])
})

test('entries are grouped by the date of the user, in their order', () => {
  const entry = (at: string) => ({ at, values: { windSpeed: 5 } })
  const entries = ['2026-06-01T18:00:00Z', '2026-06-01T21:00:00Z', '2026-06-02T00:00:00Z'].map(entry)
  const days = daysOf(entries, (at) => new Date(at).toISOString().slice(0, 10))
  assert.deepEqual(
    days.map(({ date, entries: ofDay }) => [date, ofDay.length]),
    [
      ['2026-06-01', 2],
      ['2026-06-02', 1],
    ],
  )
})
