import { MarineDataError, type Preferences } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoatStore } from './boat-store.ts'
import { mostPeople, PreferenceShelf } from './preference-shelf.ts'
import { trialStore } from './trial-store.ts'

test('everyone has preferences of their own, and a new word replaces the one before', async () => {
  using store = new BoatStore(undefined)
  assert.deepEqual(store.preferences.of('Anna'), {})
  await store.preferences.keep('Anna', { units: 'metric', palette: 'night' })
  await store.preferences.keep('Bert', { units: 'nautical-metric' })
  await store.preferences.keep('Anna', { layout: { rows: ['sog', 'cog'] }, scale: 1.5, isMirrored: true })
  assert.deepEqual(store.preferences.of('Anna'), {
    layout: { rows: ['sog', 'cog'] },
    scale: 1.5,
    isMirrored: true,
  })
  assert.deepEqual(store.preferences.of('Bert'), { units: 'nautical-metric' })
})

test('more than sixteen kilobytes are refused, and what was kept stays', async () => {
  using store = new BoatStore(undefined)
  await store.preferences.keep('Anna', { units: 'metric' })
  const overhead = '{"a":""}'.length
  await assert.rejects(
    () => store.preferences.keep('Anna', { a: 'ö'.repeat((16_384 - overhead) / 2 + 1) }),
    (error) => error instanceof MarineDataError && error.code === 'too-large',
  )
  assert.deepEqual(store.preferences.of('Anna'), { units: 'metric' })
  await store.preferences.keep('Anna', { a: 'ö'.repeat((16_384 - overhead) / 2) })
})

test('whoever has not changed anything for the longest is forgotten first', async () => {
  using store = new BoatStore(undefined)
  for (let number = 0; number < mostPeople; number++)
    await store.preferences.keep(`person ${number}`, { number })
  await store.preferences.keep('person 0', { number: -1 })
  await store.preferences.keep('one more', { number: 1 })
  assert.deepEqual(store.preferences.of('person 0'), { number: -1 })
  assert.deepEqual(store.preferences.of('one more'), { number: 1 })
  assert.deepEqual(store.preferences.of('person 1'), {})
  assert.deepEqual(store.preferences.of('person 2'), { number: 2 })
})

test('the same again is not written', async () => {
  const { database, writer } = trialStore()
  const shelf = new PreferenceShelf(database, writer)
  const writes = (): unknown => database.prepare('SELECT total_changes() AS writes').get()?.['writes']
  const start = writes()
  await shelf.keep('Anna', { units: 'metric' })
  const before = writes()
  assert.notEqual(before, start)
  await shelf.keep('Anna', { units: 'metric' })
  assert.equal(writes(), before)
})

test('eight levels are kept, and nine refused', async () => {
  using store = new BoatStore(undefined)
  const nested = (levels: number): Preferences => ({ a: levels === 1 ? 1 : nested(levels - 1) })
  await store.preferences.keep('Anna', nested(8))
  await assert.rejects(
    () => store.preferences.keep('Anna', nested(9)),
    (error) => error instanceof MarineDataError && error.code === 'invalid-value',
  )
  assert.deepEqual(store.preferences.of('Anna'), nested(8))
})

test('a device has what an older server kept under its bare name, unless that is a person’s', async () => {
  using store = new BoatStore(undefined)
  await store.preferences.keep('Tablet', { palette: 'night' })
  await store.preferences.keep('Anna', { palette: 'day' })
  const deed = { at: '2026-01-01T00:00:00Z', deed: 'joined', who: 'Anna', from: 'here', subject: 'Anna' }
  store.access.change(deed, (records) =>
    records.putPerson({ name: 'Anna', role: 'owner', sealed: 'x', createdAt: deed.at, addresses: [] }),
  )
  assert.deepEqual(store.preferences.of('device.Tablet'), { palette: 'night' })
  assert.deepEqual(store.preferences.of('device.Anna'), {})
  await store.preferences.keep('device.Tablet', { palette: 'dusk' })
  await store.preferences.keep('device.Anna', { palette: 'red' })
  assert.deepEqual(store.preferences.of('device.Tablet'), { palette: 'dusk' })
  assert.deepEqual(store.preferences.of('Anna'), { palette: 'day' })
})
