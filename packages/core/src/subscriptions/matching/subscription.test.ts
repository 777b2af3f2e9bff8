import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  MarineDataError,
  type Position,
  type SubscribeMessage,
  type SubscriptionRequest,
} from '@marinedata/model'
import type { ContextNode } from '#row.ts'
import { subscriptionsOf, type Rhythm } from './subscription.ts'

const rhythmOf = (wish: Omit<SubscriptionRequest, 'path'>): Rhythm | undefined =>
  subscriptionsOf({ subscribe: [{ path: 'a.b', ...wish }] })[0]?.rhythm

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

test('a wish without a rhythm is for every change', () => {
  assert.deepEqual(rhythmOf({}), { kind: 'every-change', periodMs: 0, repeatMs: 0 })
  assert.deepEqual(rhythmOf({ policy: 'instant' }), { kind: 'every-change', periodMs: 0, repeatMs: 0 })
})

test('a period alone means once in every period', () => {
  assert.deepEqual(rhythmOf({ period: 500 }), { kind: 'every', periodMs: 500, repeatMs: 0 })
})

test('a fixed policy without a period means once a second', () => {
  assert.deepEqual(rhythmOf({ policy: 'fixed' }), { kind: 'every', periodMs: 1000, repeatMs: 0 })
  assert.deepEqual(rhythmOf({ policy: 'fixed', period: 200 }), { kind: 'every', periodMs: 200, repeatMs: 0 })
})

test('a least period means at most so often', () => {
  assert.deepEqual(rhythmOf({ minPeriod: 100 }), { kind: 'at-most-every', periodMs: 100, repeatMs: 0 })
  assert.deepEqual(rhythmOf({ policy: 'instant', minPeriod: 100 }), {
    kind: 'at-most-every',
    periodMs: 100,
    repeatMs: 0,
  })
})

test('an ideal policy means every change, and again after a period of silence', () => {
  assert.deepEqual(rhythmOf({ policy: 'ideal' }), { kind: 'every-change', periodMs: 0, repeatMs: 1000 })
  assert.deepEqual(rhythmOf({ policy: 'ideal', period: 5000, minPeriod: 50 }), {
    kind: 'at-most-every',
    periodMs: 50,
    repeatMs: 5000,
  })
})

test('a least period of nothing is every change', () => {
  assert.deepEqual(rhythmOf({ minPeriod: 0 }), { kind: 'every-change', periodMs: 0, repeatMs: 0 })
})

test('wishes are about the own vessel unless they say otherwise', () => {
  const [wish] = subscriptionsOf({ subscribe: [{ path: '*' }] })
  assert.equal(wish?.context.text, 'vessels.self')
})

test('equal wishes have equal keys, and every difference shows in them', () => {
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

test('every part that is not understood is named', () => {
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

test('nothing is taken of a message of which a part is not understood', () => {
  assert.throws(() => subscriptionsOf({ subscribe: [{ path: 'a' }, { path: '' }] }), MarineDataError)
})

test('a box admits only what has a position inside, also across the date line', () => {
  const [wish] = subscriptionsOf({
    bbox: { south: 59, west: 179, north: 61, east: -179 },
    subscribe: [{ path: '*' }],
  })
  const admits = (position: Position | undefined): boolean | undefined =>
    // Nothing but the position is looked at.
    wish?.admits({ position } as ContextNode)
  assert.equal(admits({ latitude: 60, longitude: 179.5 }), true)
  assert.equal(admits({ latitude: 60, longitude: -179.5 }), true)
  assert.equal(admits({ latitude: 60, longitude: 0 }), false)
  assert.equal(admits({ latitude: 62, longitude: 179.5 }), false)
  assert.equal(admits(undefined), false)
})

test('repeating more often than five times a second is refused, with the place and the limit', () => {
  const faults = faultsOf({ subscribe: [{ path: 'a.b' }, { path: '*', policy: 'ideal', period: 199 }] })
  assert.deepEqual(faults, [
    { path: '/subscribe/1/period', message: 'must be at least 200 with the policy "ideal"' },
  ])
  assert.deepEqual(faultsOf({ subscribe: [{ path: '*', policy: 'ideal', period: 200 }] }), [])
  assert.deepEqual(faultsOf({ subscribe: [{ path: '*', policy: 'ideal' }] }), [])
  assert.deepEqual(faultsOf({ subscribe: [{ path: '*', period: 10 }] }), [])
})
