import { MarineDataError, type Preferences } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatStore } from './boat-store.ts'
import { maxPeople, PreferenceStore } from './preference-store.ts'
import { person } from '#testing/person.ts'
import { storeFixture } from '#testing/store-fixture.ts'

const anna = person('Anna')

test('stores preferences per person and replaces them completely', async () => {
  using store = new BoatStore(undefined)
  assert.deepEqual(store.preferences.of(anna), {})
  await store.preferences.save(anna, { units: 'metric', palette: 'night' })
  await store.preferences.save(person('Bert'), { units: 'nautical-metric' })
  await store.preferences.save(anna, { layout: { rows: ['sog', 'cog'] }, scale: 1.5, isMirrored: true })
  assert.deepEqual(store.preferences.of(anna), {
    layout: { rows: ['sog', 'cog'] },
    scale: 1.5,
    isMirrored: true,
  })
  assert.deepEqual(store.preferences.of(person('Bert')), { units: 'nautical-metric' })
})

test('rejects more than 48 kB and leaves the saved preferences unchanged', async () => {
  using store = new BoatStore(undefined)
  await store.preferences.save(anna, { units: 'metric' })
  const overhead = '{"a":""}'.length
  await assert.rejects(
    () => store.preferences.save(anna, { a: 'ö'.repeat((49_152 - overhead) / 2 + 1) }),
    (error) => error instanceof MarineDataError && error.code === 'too-large',
  )
  assert.deepEqual(store.preferences.of(anna), { units: 'metric' })
  await store.preferences.save(anna, { a: 'ö'.repeat((49_152 - overhead) / 2) })
})

test('removes the preferences unchanged for longest first', async () => {
  using store = new BoatStore(undefined)
  for (let number = 0; number < maxPeople; number++)
    await store.preferences.save(person(`person ${number}`), { number })
  await store.preferences.save(person('person 0'), { number: -1 })
  await store.preferences.save(person('one more'), { number: 1 })
  assert.deepEqual(store.preferences.of(person('person 0')), { number: -1 })
  assert.deepEqual(store.preferences.of(person('one more')), { number: 1 })
  assert.deepEqual(store.preferences.of(person('person 1')), {})
  assert.deepEqual(store.preferences.of(person('person 2')), { number: 2 })
})

test('does not write unchanged preferences', async () => {
  const { database, writer } = storeFixture()
  const store = new PreferenceStore(database, writer)
  const writes = (): unknown => database.prepare('SELECT total_changes() AS writes').get()?.['writes']
  const start = writes()
  await store.save(anna, { units: 'metric' })
  const before = writes()
  assert.notEqual(before, start)
  await store.save(anna, { units: 'metric' })
  assert.equal(writes(), before)
})

test('accepts eight levels of nesting and rejects nine', async () => {
  using store = new BoatStore(undefined)
  const nested = (levels: number): Preferences => ({ a: levels === 1 ? 1 : nested(levels - 1) })
  await store.preferences.save(anna, nested(8))
  await assert.rejects(
    () => store.preferences.save(anna, nested(9)),
    (error) => error instanceof MarineDataError && error.code === 'invalid-value',
  )
  assert.deepEqual(store.preferences.of(anna), nested(8))
})

test("a token with a person's name has separate preferences", async () => {
  using store = new BoatStore(undefined)
  const token = { kind: 'token', id: anna.id, name: anna.name } as const
  await store.preferences.save(anna, { palette: 'day' })
  assert.deepEqual(store.preferences.of(token), {})
  await store.preferences.save(token, { palette: 'red' })
  assert.deepEqual(store.preferences.of(anna), { palette: 'day' })
  assert.deepEqual(store.preferences.of({ ...anna, name: 'Anna Maria' }), { palette: 'day' })
})
