import { MarineDataError, type Preferences } from '@marinedata/model'
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { BoatStore } from './boat-store.ts'
import { mostPeople, PreferenceShelf } from './preference-shelf.ts'

test('everyone has preferences of their own, and a new word replaces the one before', () => {
  using store = new BoatStore(undefined)
  assert.deepEqual(store.preferences.of('Anna'), {})
  store.preferences.keep('Anna', { units: 'metric', palette: 'night' })
  store.preferences.keep('Bert', { units: 'nautical-metric' })
  store.preferences.keep('Anna', { layout: { rows: ['sog', 'cog'] }, scale: 1.5, isMirrored: true })
  assert.deepEqual(store.preferences.of('Anna'), {
    layout: { rows: ['sog', 'cog'] },
    scale: 1.5,
    isMirrored: true,
  })
  assert.deepEqual(store.preferences.of('Bert'), { units: 'nautical-metric' })
})

test('more than sixteen kilobytes are refused, and what was kept stays', () => {
  using store = new BoatStore(undefined)
  store.preferences.keep('Anna', { units: 'metric' })
  const overhead = '{"a":""}'.length
  assert.throws(
    () => store.preferences.keep('Anna', { a: 'ö'.repeat((16_384 - overhead) / 2 + 1) }),
    (error) => error instanceof MarineDataError && error.code === 'too-large',
  )
  assert.deepEqual(store.preferences.of('Anna'), { units: 'metric' })
  store.preferences.keep('Anna', { a: 'ö'.repeat((16_384 - overhead) / 2) })
})

test('whoever has not changed anything for the longest is forgotten first', () => {
  using store = new BoatStore(undefined)
  for (let number = 0; number < mostPeople; number++) store.preferences.keep(`person ${number}`, { number })
  store.preferences.keep('person 0', { number: -1 })
  store.preferences.keep('one more', { number: 1 })
  assert.deepEqual(store.preferences.of('person 0'), { number: -1 })
  assert.deepEqual(store.preferences.of('one more'), { number: 1 })
  assert.deepEqual(store.preferences.of('person 1'), {})
  assert.deepEqual(store.preferences.of('person 2'), { number: 2 })
})

test('the same again is not written', () => {
  using database = new DatabaseSync(':memory:')
  const shelf = new PreferenceShelf(database)
  const writes = (): unknown => database.prepare('SELECT total_changes() AS writes').get()?.['writes']
  const start = writes()
  shelf.keep('Anna', { units: 'metric' })
  const before = writes()
  assert.notEqual(before, start)
  shelf.keep('Anna', { units: 'metric' })
  assert.equal(writes(), before)
})

test('eight levels are kept, and nine refused', () => {
  using store = new BoatStore(undefined)
  const nested = (levels: number): Preferences => ({ a: levels === 1 ? 1 : nested(levels - 1) })
  store.preferences.keep('Anna', nested(8))
  assert.throws(
    () => store.preferences.keep('Anna', nested(9)),
    (error) => error instanceof MarineDataError && error.code === 'invalid-value',
  )
  assert.deepEqual(store.preferences.of('Anna'), nested(8))
})
