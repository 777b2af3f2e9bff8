import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HealthConditions } from './health-conditions.ts'

test('each part reports and clears its own condition', () => {
  const health = new HealthConditions()
  assert.deepEqual(health.list(), [])
  health.report('storage', 'The disk is full')
  health.report('sandbox', 'bwrap is missing')
  health.report('storage', 'The disk is read-only')
  assert.deepEqual(health.list(), [
    { name: 'storage', reason: 'The disk is read-only' },
    { name: 'sandbox', reason: 'bwrap is missing' },
  ])
  health.clear('storage')
  health.clear('storage')
  assert.deepEqual(health.list(), [{ name: 'sandbox', reason: 'bwrap is missing' }])
})
