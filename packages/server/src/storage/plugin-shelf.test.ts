import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginShelf } from './plugin-shelf.ts'
import { trialStore } from './trial-store.ts'

const limits = { keys: 3, valueBytes: 20, totalBytes: 40 }
const shelf = (): PluginShelf => {
  const { database, writer } = trialStore()
  return new PluginShelf(database, writer)
}
const isFull = (error: unknown): boolean => error instanceof MarineDataError && error.code === 'storage-full'

test('what was decided about a plugin is kept, and one choice does not undo another', async () => {
  const kept = shelf()
  assert.equal(kept.choice('north'), undefined)
  await kept.decide('north', { isEnabled: true, settings: { depth: 3 } })
  await kept.decide('north', { isEnabled: false })
  assert.deepEqual(kept.choice('north'), { isEnabled: false, settings: { depth: 3 } })
})

test('each plugin has a shelf of its own', async () => {
  const kept = shelf()
  await kept.keep('north', { a: { b: 1 } }, limits)
  assert.deepEqual(kept.value('north', 'a'), { b: 1 })
  assert.equal(kept.value('south', 'a'), undefined)
  await kept.keep('north', { a: null }, limits)
  assert.equal(kept.value('north', 'a'), undefined)
})

test('what does not fit leaves everything as it was', async () => {
  const kept = shelf()
  await kept.keep('north', { a: 1, b: 2, c: 3 }, limits)
  await assert.rejects(() => kept.keep('north', { a: 10, d: 4 }, limits), isFull)
  assert.equal(kept.value('north', 'a'), 1)
  await assert.rejects(() => kept.keep('north', { a: 'x'.repeat(30) }, limits), isFull)
  await assert.rejects(
    () => kept.keep('north', { a: 'x'.repeat(18), b: 'x'.repeat(18), c: 'x' }, limits),
    isFull,
  )
  await kept.keep('north', { a: null, d: 4 }, limits)
  assert.equal(kept.value('north', 'd'), 4)
})
