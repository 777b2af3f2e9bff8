import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reading } from '#boat/values.ts'
import { casualtyIn } from './overboard.ts'

const reading = (value: unknown): Reading => ({
  value,
  source: 'crew',
  receivedAt: 0,
  isStale: false,
  staleAfterMs: undefined,
})

test('a man overboard exists during the emergency, with or without a position', () => {
  const place = { latitude: 59.8, longitude: 22.9 }
  assert.deepEqual(casualtyIn(reading({ state: 'emergency', status: 'active', position: place })), { place })
  assert.deepEqual(casualtyIn(reading({ state: 'emergency', status: 'acknowledged', position: null })), {
    place: undefined,
  })
  assert.equal(casualtyIn(reading({ state: 'normal', status: 'rectified', position: place })), undefined)
  assert.equal(casualtyIn(reading(null)), undefined)
  assert.equal(casualtyIn(undefined), undefined)
})
