import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageOf, numberIn, placeIn, type Reading } from './reading.ts'

const heard = (more: Partial<Reading> = {}): Reading => ({
  value: 6.2,
  source: 'gps.1',
  heardAt: 1_000,
  isStale: false,
  staleAfterMs: undefined,
  ...more,
})

test('what the server does not call stale is fresh, however long ago it came: thresholds are the server’s', () => {
  assert.equal(ageOf(heard(), 100_000), 'fresh')
})

test('on a lost line nothing is fresh', () => {
  assert.equal(ageOf(heard(), 1_100, true), 'stale')
})

test('what is stale for five times as long as it took to become so is dead', () => {
  const stale = heard({ isStale: true, staleAfterMs: 3_000 })
  assert.equal(ageOf(stale, 1_000 + 15_000), 'stale')
  assert.equal(ageOf(stale, 1_000 + 15_001), 'dead')
})

test('what is stale is dead after a minute at the latest', () => {
  const slow = heard({ isStale: true, staleAfterMs: 50_000 })
  assert.equal(ageOf(slow, 1_000 + 60_000), 'stale')
  assert.equal(ageOf(slow, 1_000 + 60_001), 'dead')
})

test('never heard and not available are both dead', () => {
  assert.equal(ageOf(undefined, 0), 'dead')
  assert.equal(ageOf(heard({ value: null }), 1_000), 'dead')
})

test('zero is a number, and what is not a number is none', () => {
  assert.equal(numberIn(heard({ value: 0 })), 0)
  for (const value of [null, '6.2', undefined, {}]) assert.equal(numberIn(heard({ value })), undefined)
})

test('half a position is none', () => {
  assert.deepEqual(placeIn(heard({ value: { latitude: 54, longitude: 0 } })), { latitude: 54, longitude: 0 })
  for (const value of [{ latitude: 54 }, { latitude: null, longitude: 1 }, null, 5, 'x'])
    assert.equal(placeIn(heard({ value })), undefined)
})
