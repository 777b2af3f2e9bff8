import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RetryPauses } from './retry-pauses.ts'

test('lengthens the pause for a silent port up to five minutes, until it sends', () => {
  const pauses = new RetryPauses()
  const seconds = Array.from({ length: 8 }, () => pauses.next() / 1_000)
  assert.deepEqual(seconds, [10, 20, 40, 80, 160, 300, 300, 300])
  pauses.reset()
  assert.equal(pauses.next(), 10_000)
})
