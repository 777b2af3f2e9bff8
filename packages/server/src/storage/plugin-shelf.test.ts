import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { PluginShelf } from './plugin-shelf.ts'

const limits = { keys: 3, valueBytes: 20, totalBytes: 40 }
const shelf = (): PluginShelf => new PluginShelf(new DatabaseSync(':memory:'))
const isFull = (error: unknown): boolean => error instanceof MarineDataError && error.code === 'storage-full'

test('what was decided about a plugin is kept, and one choice does not undo another', () => {
  const kept = shelf()
  assert.equal(kept.choice('north'), undefined)
  kept.decide('north', { isEnabled: true, settings: { depth: 3 } })
  kept.decide('north', { quarantine: 'it failed' })
  assert.deepEqual(kept.choice('north'), { isEnabled: true, settings: { depth: 3 }, quarantine: 'it failed' })
  kept.decide('north', { quarantine: undefined })
  assert.equal(kept.choice('north')?.quarantine, undefined)
})

test('each plugin has a shelf of its own', () => {
  const kept = shelf()
  kept.keep('north', { a: { b: 1 } }, limits)
  assert.deepEqual(kept.value('north', 'a'), { b: 1 })
  assert.equal(kept.value('south', 'a'), undefined)
  kept.keep('north', { a: null }, limits)
  assert.equal(kept.value('north', 'a'), undefined)
})

test('what does not fit leaves everything as it was', () => {
  const kept = shelf()
  kept.keep('north', { a: 1, b: 2, c: 3 }, limits)
  assert.throws(() => kept.keep('north', { a: 10, d: 4 }, limits), isFull)
  assert.equal(kept.value('north', 'a'), 1)
  assert.throws(() => kept.keep('north', { a: 'x'.repeat(30) }, limits), isFull)
  assert.throws(() => kept.keep('north', { a: 'x'.repeat(18), b: 'x'.repeat(18), c: 'x' }, limits), isFull)
  kept.keep('north', { a: null, d: 4 }, limits)
  assert.equal(kept.value('north', 'd'), 4)
})
