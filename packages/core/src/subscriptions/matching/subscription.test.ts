import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  MarineDataError,
  type Position,
  type SubscribeMessage,
  type SubscriptionRequest,
} from '@marinedata/model'
import type { ContextNode } from '#tree/row.ts'
import { subscriptionsOf, type Pacing } from './subscription.ts'

const pacingOf = (request: Omit<SubscriptionRequest, 'path'>): Pacing | undefined =>
  subscriptionsOf({ subscribe: [{ path: 'a.b', ...request }] })[0]?.pacing

const faultsOf = (message: SubscribeMessage): readonly { path: string; message: string }[] => {
  try {
    subscriptionsOf(message)
  } catch (error) {
    assert.ok(error instanceof MarineDataError)
    assert.equal(error.code, 'invalid-message')
    return error.details.errors ?? []
  }
  return []
}

test('a subscription without period sends every change', () => {
  assert.deepEqual(pacingOf({}), { kind: 'every-change', periodMs: 0, repeatMs: 0 })
  assert.deepEqual(pacingOf({ policy: 'instant' }), { kind: 'every-change', periodMs: 0, repeatMs: 0 })
})

test('a period alone sends once per period', () => {
  assert.deepEqual(pacingOf({ period: 500 }), { kind: 'every', periodMs: 500, repeatMs: 0 })
})

test('the policy "fixed" without a period sends once a second', () => {
  assert.deepEqual(pacingOf({ policy: 'fixed' }), { kind: 'every', periodMs: 1000, repeatMs: 0 })
  assert.deepEqual(pacingOf({ policy: 'fixed', period: 200 }), { kind: 'every', periodMs: 200, repeatMs: 0 })
})

test('a minimum period limits the rate', () => {
  assert.deepEqual(pacingOf({ minPeriod: 100 }), { kind: 'at-most-every', periodMs: 100, repeatMs: 0 })
  assert.deepEqual(pacingOf({ policy: 'instant', minPeriod: 100 }), {
    kind: 'at-most-every',
    periodMs: 100,
    repeatMs: 0,
  })
})

test('the policy "ideal" sends every change and repeats after a period without changes', () => {
  assert.deepEqual(pacingOf({ policy: 'ideal' }), { kind: 'every-change', periodMs: 0, repeatMs: 1000 })
  assert.deepEqual(pacingOf({ policy: 'ideal', period: 5000, minPeriod: 50 }), {
    kind: 'at-most-every',
    periodMs: 50,
    repeatMs: 5000,
  })
})

test('a minimum period of 0 sends every change', () => {
  assert.deepEqual(pacingOf({ minPeriod: 0 }), { kind: 'every-change', periodMs: 0, repeatMs: 0 })
})

test('subscriptions default to own ship', () => {
  const [subscription] = subscriptionsOf({ subscribe: [{ path: '*' }] })
  assert.equal(subscription?.context.text, 'vessels.self')
})

test('equal subscriptions have equal keys, and different ones different keys', () => {
  const base: SubscribeMessage = { context: 'vessels.*', subscribe: [{ path: 'a.b' }] }
  const box = { south: 0, west: 0, north: 1, east: 1 }
  const others: SubscribeMessage[] = [
    { ...base, context: 'vessels.self' },
    { ...base, bbox: box },
    { ...base, bbox: { ...box, east: 2 } },
    { ...base, subscribe: [{ path: 'a.c' }] },
    { ...base, subscribe: [{ path: 'a.b', period: 100 }] },
    { ...base, subscribe: [{ path: 'a.b', minPeriod: 100 }] },
    { ...base, subscribe: [{ path: 'a.b', policy: 'ideal' }] },
    { ...base, subscribe: [{ path: 'a.b', sources: 'all' }] },
  ]
  const keyOf = (message: SubscribeMessage): string | undefined => subscriptionsOf(message)[0]?.key
  assert.equal(keyOf(base), keyOf(structuredClone(base)))
  assert.equal(new Set([base, ...others].map(keyOf)).size, 1 + others.length)
})

test('lists every invalid part', () => {
  const faults = faultsOf({
    context: 'boats.self',
    subscribe: [{ path: 'a.b' }, { path: 'a..b' }, { path: 'a.c' }, { path: '**.x' }],
  })
  assert.deepEqual(
    faults.map(({ path }) => path),
    ['/context', '/subscribe/1/path', '/subscribe/3/path'],
  )
  assert.match(faults[0]?.message ?? '', /boats\.self/)
})

test('rejects the whole message when a part is invalid', () => {
  assert.throws(() => subscriptionsOf({ subscribe: [{ path: 'a' }, { path: '' }] }), MarineDataError)
})

test('a bounding box admits only contexts with a position inside, also across the date line', () => {
  const [subscription] = subscriptionsOf({
    bbox: { south: 59, west: 179, north: 61, east: -179 },
    subscribe: [{ path: '*' }],
  })
  const admits = (position: Position | undefined): boolean | undefined =>
    // Only the position is read.
    subscription?.admits({ position } as ContextNode)
  assert.equal(admits({ latitude: 60, longitude: 179.5 }), true)
  assert.equal(admits({ latitude: 60, longitude: -179.5 }), true)
  assert.equal(admits({ latitude: 60, longitude: 0 }), false)
  assert.equal(admits({ latitude: 62, longitude: 179.5 }), false)
  assert.equal(admits(undefined), false)
})

test('rejects repetition more often than five times a second, with path and limit', () => {
  const faults = faultsOf({ subscribe: [{ path: 'a.b' }, { path: '*', policy: 'ideal', period: 199 }] })
  assert.deepEqual(faults, [
    { path: '/subscribe/1/period', message: 'must be at least 200 with the policy "ideal"' },
  ])
  assert.deepEqual(faultsOf({ subscribe: [{ path: '*', policy: 'ideal', period: 200 }] }), [])
  assert.deepEqual(faultsOf({ subscribe: [{ path: '*', policy: 'ideal' }] }), [])
  assert.deepEqual(faultsOf({ subscribe: [{ path: '*', period: 10 }] }), [])
})
