import { MarineDataError, type Preferences } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatStore } from './boat-store.ts'
import { maxPeople, PreferenceStore } from './preference-store.ts'
import { storeFixture } from '#testing/store-fixture.ts'

test('stores preferences per person and replaces them completely', async () => {
  using store = new BoatStore(undefined)
  assert.deepEqual(store.preferences.of('Anna'), {})
  await store.preferences.save('Anna', { units: 'metric', palette: 'night' })
  await store.preferences.save('Bert', { units: 'nautical-metric' })
  await store.preferences.save('Anna', { layout: { rows: ['sog', 'cog'] }, scale: 1.5, isMirrored: true })
  assert.deepEqual(store.preferences.of('Anna'), {
    layout: { rows: ['sog', 'cog'] },
    scale: 1.5,
    isMirrored: true,
  })
  assert.deepEqual(store.preferences.of('Bert'), { units: 'nautical-metric' })
})

test('rejects more than 16 kB and leaves the saved preferences unchanged', async () => {
  using store = new BoatStore(undefined)
  await store.preferences.save('Anna', { units: 'metric' })
  const overhead = '{"a":""}'.length
  await assert.rejects(
    () => store.preferences.save('Anna', { a: 'ö'.repeat((16_384 - overhead) / 2 + 1) }),
    (error) => error instanceof MarineDataError && error.code === 'too-large',
  )
  assert.deepEqual(store.preferences.of('Anna'), { units: 'metric' })
  await store.preferences.save('Anna', { a: 'ö'.repeat((16_384 - overhead) / 2) })
})

test('removes the preferences unchanged for longest first', async () => {
  using store = new BoatStore(undefined)
  for (let number = 0; number < maxPeople; number++)
    await store.preferences.save(`person ${number}`, { number })
  await store.preferences.save('person 0', { number: -1 })
  await store.preferences.save('one more', { number: 1 })
  assert.deepEqual(store.preferences.of('person 0'), { number: -1 })
  assert.deepEqual(store.preferences.of('one more'), { number: 1 })
  assert.deepEqual(store.preferences.of('person 1'), {})
  assert.deepEqual(store.preferences.of('person 2'), { number: 2 })
})

test('does not write unchanged preferences', async () => {
  const { database, writer } = storeFixture()
  const store = new PreferenceStore(database, writer)
  const writes = (): unknown => database.prepare('SELECT total_changes() AS writes').get()?.['writes']
  const start = writes()
  await store.save('Anna', { units: 'metric' })
  const before = writes()
  assert.notEqual(before, start)
  await store.save('Anna', { units: 'metric' })
  assert.equal(writes(), before)
})

test('accepts eight levels of nesting and rejects nine', async () => {
  using store = new BoatStore(undefined)
  const nested = (levels: number): Preferences => ({ a: levels === 1 ? 1 : nested(levels - 1) })
  await store.preferences.save('Anna', nested(8))
  await assert.rejects(
    () => store.preferences.save('Anna', nested(9)),
    (error) => error instanceof MarineDataError && error.code === 'invalid-value',
  )
  assert.deepEqual(store.preferences.of('Anna'), nested(8))
})

test('reads the preferences of a device under its old bare name, unless that is a person', async () => {
  using store = new BoatStore(undefined)
  await store.preferences.save('Tablet', { palette: 'night' })
  await store.preferences.save('Anna', { palette: 'day' })
  const event = {
    at: '2026-01-01T00:00:00Z',
    operation: 'joined',
    who: 'Anna',
    from: 'here',
    subject: 'Anna',
  }
  store.access.change(event, (records) =>
    records.putPerson({ name: 'Anna', role: 'owner', sealed: 'x', createdAt: event.at, addresses: [] }),
  )
  assert.deepEqual(store.preferences.of('device.Tablet'), { palette: 'night' })
  assert.deepEqual(store.preferences.of('device.Anna'), {})
  await store.preferences.save('device.Tablet', { palette: 'dusk' })
  await store.preferences.save('device.Anna', { palette: 'red' })
  assert.deepEqual(store.preferences.of('device.Tablet'), { palette: 'dusk' })
  assert.deepEqual(store.preferences.of('Anna'), { palette: 'day' })
})
