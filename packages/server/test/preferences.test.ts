import type { Preferences } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answered, askBoat, Crew } from '@marinedata/testing/boats/crew'
import { assertProblem, exchange, getJson } from '@marinedata/testing/exchange'
import { startBoat } from '@marinedata/testing/boats/start-boat'

const limit = { timeout: 300_000 }
const preferences = '/marinedata/v2/api/preferences'

test('preferences survive a restart', limit, async () => {
  await using boat = await startBoat()
  assert.deepEqual(await getJson(boat.url, preferences), {})
  const body: Preferences = {
    'units.depth': 'ft',
    brightness: 0.5,
    isMirrored: true,
    layout: { rows: [['sog', 'cog'], ['depth']] },
  }
  await answered(askBoat(boat.url, `PUT ${preferences}`, { body: { palette: 'night' } }))
  await answered(askBoat(boat.url, `PUT ${preferences}`, { body }))
  assert.deepEqual(await getJson(boat.url, preferences), body)
  await boat.restart()
  assert.deepEqual(await getJson(boat.url, preferences), body)
})

test('every person has preferences of their own and may set them with any role', limit, async () => {
  await using crew = await Crew.start()
  const kinds = ['viewer', 'helm', 'owner'] as const
  for (const kind of kinds) await answered(crew.ask(kind, `PUT ${preferences}`, { body: { language: kind } }))
  for (const kind of kinds)
    assert.deepEqual(await answered(crew.ask(kind, `GET ${preferences}`)), { language: kind })
  assert.deepEqual(await answered(crew.ask('crew', `GET ${preferences}`)), {})
})

test('rejects preferences that are too large or of a wrong type, and changes nothing', limit, async () => {
  await using boat = await startBoat()
  const ask = (body: unknown) => askBoat(boat.url, `PUT ${preferences}`, { body })
  await answered(ask({ palette: 'dusk' }))
  const crowd = Object.fromEntries(Array.from({ length: 65 }, (_, number) => [`key-${number}`, number]))
  for (const body of [
    [],
    'night',
    { palette: null },
    { rows: [1] },
    { 'a b': 1 },
    { a_b: 1 },
    { ['x'.repeat(65)]: 1 },
    crowd,
  ])
    assertProblem(await ask(body), 'invalid-body')
  const headers = { 'content-type': 'application/json' }
  const body = `{"layout":{"rows":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`
  assertProblem(await exchange(boat.url, preferences, { method: 'PUT', headers, body }), 'invalid-value')
  assertProblem(await ask({ layout: 'x'.repeat(49_152) }), 'too-large')
  assertProblem(await ask({ layout: 'x'.repeat(70_000) }), 'too-large')
  assert.deepEqual(await getJson(boat.url, preferences), { palette: 'dusk' })
})
