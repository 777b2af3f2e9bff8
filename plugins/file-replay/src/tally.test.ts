import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeText, Tally } from './tally.ts'

test('counts what was played and what was skipped', () => {
  const tally = new Tally()
  assert.equal(tally.text, '0 deltas')
  tally.played()
  assert.equal(tally.text, '1 delta')
  tally.played()
  tally.skip('broken', 2)
  tally.skip('too long')
  tally.skip('alarms or autopilot', 0)
  assert.equal(tally.text, '2 deltas; skipped 2 broken, 1 too long')
})

test('formats sizes', () => {
  assert.deepEqual([0, 999, 1_000, 58_974, 1_234_567, 999_999_999, 10_000_000_000].map(sizeText), [
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '59.0 kB',
    '1.2 MB',
    '1000 MB',
    '10.0 GB',
  ])
})
