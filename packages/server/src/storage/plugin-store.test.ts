import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginStore } from './plugin-store.ts'
import { storeFixture } from '#testing/store-fixture.ts'

const limits = { keys: 3, valueBytes: 20, totalBytes: 40 }
const createStore = (): PluginStore => {
  const { database, writer } = storeFixture()
  return new PluginStore(database, writer)
}
const isFull = (error: unknown): boolean => error instanceof MarineDataError && error.code === 'storage-full'

test('saves choices for a plugin without changing other choices', async () => {
  const store = createStore()
  assert.equal(store.choice('north'), undefined)
  await store.decide('north', { isEnabled: true, settings: { depth: 3 } })
  await store.decide('north', { isEnabled: false })
  assert.deepEqual(store.choice('north'), { isEnabled: false, settings: { depth: 3 } })
})

test('stores values separately for each plugin', async () => {
  const store = createStore()
  await store.saveValues('north', { a: { b: 1 } }, limits)
  assert.deepEqual(store.value('north', 'a'), { b: 1 })
  assert.equal(store.value('south', 'a'), undefined)
  await store.saveValues('north', { a: null }, limits)
  assert.equal(store.value('north', 'a'), undefined)
})

test('changes nothing when values exceed a limit', async () => {
  const store = createStore()
  await store.saveValues('north', { a: 1, b: 2, c: 3 }, limits)
  await assert.rejects(() => store.saveValues('north', { a: 10, d: 4 }, limits), isFull)
  assert.equal(store.value('north', 'a'), 1)
  await assert.rejects(() => store.saveValues('north', { a: 'x'.repeat(30) }, limits), isFull)
  await assert.rejects(
    () => store.saveValues('north', { a: 'x'.repeat(18), b: 'x'.repeat(18), c: 'x' }, limits),
    isFull,
  )
  await store.saveValues('north', { a: null, d: 4 }, limits)
  assert.equal(store.value('north', 'd'), 4)
})
