import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ageOf, numberIn, placeIn, type Reading } from './reading.ts'

const reading = (more: Partial<Reading> = {}): Reading => ({
  value: 6.2,
  source: 'gps.1',
  receivedAt: 1_000,
  isStale: false,
  staleAfterMs: undefined,
  ...more,
})

test('a value of any age is fresh until the server marks it stale', () => {
  assert.equal(ageOf(reading(), 100_000), 'fresh')
})

test('no value is fresh on a lost connection', () => {
  assert.equal(ageOf(reading(), 1_100, true), 'stale')
})

test('a stale value is dead after five times its timeout', () => {
  const stale = reading({ isStale: true, staleAfterMs: 3_000 })
  assert.equal(ageOf(stale, 1_000 + 15_000), 'stale')
  assert.equal(ageOf(stale, 1_000 + 15_001), 'dead')
})

test('a stale value is dead after a minute at the latest', () => {
  const slow = reading({ isStale: true, staleAfterMs: 50_000 })
  assert.equal(ageOf(slow, 1_000 + 60_000), 'stale')
  assert.equal(ageOf(slow, 1_000 + 60_001), 'dead')
})

test('a missing value and an unknown value are both dead', () => {
  assert.equal(ageOf(undefined, 0), 'dead')
  assert.equal(ageOf(reading({ value: null }), 1_000), 'dead')
})

test('zero is a number, and other types are not', () => {
  assert.equal(numberIn(reading({ value: 0 })), 0)
  for (const value of [null, '6.2', undefined, {}]) assert.equal(numberIn(reading({ value })), undefined)
})

test('an incomplete position is no position', () => {
  assert.deepEqual(placeIn(reading({ value: { latitude: 54, longitude: 0 } })), {
    latitude: 54,
    longitude: 0,
  })
  for (const value of [{ latitude: 54 }, { latitude: null, longitude: 1 }, null, 5, 'x'])
    assert.equal(placeIn(reading({ value })), undefined)
})
