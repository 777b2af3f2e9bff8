import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RestartPolicy } from './restart-policy.ts'

const waitsOf = (policy: RestartPolicy, times: readonly number[], isOwn = true): (number | undefined)[] =>
  times.map((now) => policy.afterFault(now, isOwn).waitMs)

test('doubles the delay after each fault and stops after the fifth fault within five minutes', () => {
  const waits = waitsOf(new RestartPolicy({ isUnlimited: false }), [0, 1_000, 2_000, 3_000, 4_000])
  assert.deepEqual(waits, [250, 500, 1_000, 2_000, undefined])
})

test('ignores faults older than five minutes', () => {
  const policy = new RestartPolicy({ isUnlimited: false })
  waitsOf(policy, [0, 1_000, 2_000, 3_000])
  assert.deepEqual(waitsOf(policy, [301_500]), [1_000])
})

test('restarts a provider without limit, at least every 30 s, and reports repetition from the fifth fault on', () => {
  const policy = new RestartPolicy({ isUnlimited: true })
  const decisions = Array.from({ length: 1_000 }, (_, index) => policy.afterFault(index * 1_000, true))
  assert.ok(decisions.every(({ waitMs }) => waitMs !== undefined && waitMs <= 30_000))
  assert.deepEqual(
    decisions.slice(0, 6).map(({ isRepeated }) => isRepeated),
    [false, false, false, false, true, true],
  )
})

test('never stops a plugin because of a busy machine', () => {
  const policy = new RestartPolicy({ isUnlimited: false })
  const waits = waitsOf(
    policy,
    Array.from({ length: 50 }, (_, index) => index * 1_000),
    false,
  )
  assert.ok(waits.every((waitMs) => waitMs !== undefined && waitMs <= 30_000))
  assert.deepEqual(waitsOf(policy, [50_000, 50_001, 50_002, 50_003, 50_004]).slice(3), [30_000, undefined])
})
