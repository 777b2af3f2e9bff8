import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RestartPolicy } from './restart-policy.ts'

test('a plugin that fails waits longer each time, and the fifth time within five minutes is the last', () => {
  const policy = new RestartPolicy()
  const waits = [0, 1_000, 2_000, 3_000, 4_000].map((now) => policy.waitAfterFault(now))
  assert.deepEqual(waits, [250, 500, 1_000, 2_000, undefined])
})

test('a fault that is five minutes old no longer counts', () => {
  const policy = new RestartPolicy()
  for (const now of [0, 1_000, 2_000, 3_000]) policy.waitAfterFault(now)
  assert.equal(policy.waitAfterFault(301_500), 1_000)
})

test('once looked after, a plugin starts with a clean record', () => {
  const policy = new RestartPolicy()
  for (const now of [0, 1, 2, 3]) policy.waitAfterFault(now)
  policy.forgive()
  assert.equal(policy.waitAfterFault(4), 250)
})
