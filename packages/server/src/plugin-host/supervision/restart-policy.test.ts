import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RestartPolicy } from './restart-policy.ts'

const waitsOf = (policy: RestartPolicy, times: readonly number[], isOwn = true): (number | undefined)[] =>
  times.map((now) => policy.afterFault(now, isOwn).waitMs)

test('a plugin that fails waits longer each time, and the fifth time within five minutes is the last', () => {
  const waits = waitsOf(new RestartPolicy({ isForever: false }), [0, 1_000, 2_000, 3_000, 4_000])
  assert.deepEqual(waits, [250, 500, 1_000, 2_000, undefined])
})

test('a fault that is five minutes old no longer counts', () => {
  const policy = new RestartPolicy({ isForever: false })
  waitsOf(policy, [0, 1_000, 2_000, 3_000])
  assert.deepEqual(waitsOf(policy, [301_500]), [1_000])
})

test('a provider is started again for ever, at least twice a minute, and people are told from the fifth time on', () => {
  const policy = new RestartPolicy({ isForever: true })
  const decisions = Array.from({ length: 1_000 }, (_, index) => policy.afterFault(index * 1_000, true))
  assert.ok(decisions.every(({ waitMs }) => waitMs !== undefined && waitMs <= 30_000))
  assert.deepEqual(
    decisions.slice(0, 6).map(({ isRepeated }) => isRepeated),
    [false, false, false, false, true, true],
  )
})

test('a busy machine never stops a plugin, however often it is too slow', () => {
  const policy = new RestartPolicy({ isForever: false })
  const waits = waitsOf(
    policy,
    Array.from({ length: 50 }, (_, index) => index * 1_000),
    false,
  )
  assert.ok(waits.every((waitMs) => waitMs !== undefined && waitMs <= 30_000))
  assert.deepEqual(waitsOf(policy, [50_000, 50_001, 50_002, 50_003, 50_004]).slice(3), [30_000, undefined])
})
