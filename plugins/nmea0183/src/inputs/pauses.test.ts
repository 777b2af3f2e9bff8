import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pauses } from './pauses.ts'

test('a silent port is left alone for longer and longer, five minutes at most, until it is heard', () => {
  const pauses = new Pauses()
  const seconds = Array.from({ length: 8 }, () => pauses.next() / 1_000)
  assert.deepEqual(seconds, [10, 20, 40, 80, 160, 300, 300, 300])
  pauses.reset()
  assert.equal(pauses.next(), 10_000)
})
