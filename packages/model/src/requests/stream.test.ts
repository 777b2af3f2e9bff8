import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#faults.ts'
import { Heartbeat, Hello, StreamQuery, SubscribeMessage, UnsubscribeMessage } from './stream.ts'

const subscribeCheck = checkOf(SubscribeMessage)
const request = { path: 'navigation.*' }
const message = (changes: object): unknown => ({ context: 'vessels.self', subscribe: [request], ...changes })
const withRequest = (changes: object): unknown => message({ subscribe: [{ ...request, ...changes }] })
const bbox = { south: 54, west: 10, north: 55, east: 11 }

for (const [title, subscribe] of [
  ['a plain subscription', { subscribe: [request] }],
  ['no request', { subscribe: [] }],
  [
    'a subscription with all members',
    withRequest({ period: 1000, minPeriod: 0, policy: 'ideal', format: 'delta', sources: 'all' }),
  ],
  [
    'a subscription with a bounding box',
    message({ bbox, sendCachedValues: false, sendMeta: 'all', requestId: '1' }),
  ],
] as const)
  test(`accepts ${title}`, () => {
    assert.deepEqual(subscribeCheck.faults(subscribe), [])
  })

for (const [title, subscribe, place] of [
  ['a misspelt member', message({ subscibe: [] }), '/subscibe'],
  ['a misspelt member of a subscription', withRequest({ minperiod: 10 }), '/subscribe/0/minperiod'],
  ['an unknown policy', withRequest({ policy: 'fast' }), '/subscribe/0/policy'],
  ['an unknown format', withRequest({ format: 'full' }), '/subscribe/0/format'],
  ['a period below 10 ms', withRequest({ period: 9 }), '/subscribe/0/period'],
  ['a period of more than an hour', withRequest({ period: 3_600_001 }), '/subscribe/0/period'],
  ['a period in parts of a millisecond', withRequest({ period: 10.5 }), '/subscribe/0/period'],
  ['an endless period', withRequest({ period: Infinity }), '/subscribe/0/period'],
  ['a period in words', withRequest({ period: '1000' }), '/subscribe/0/period'],
  ['a negative least period', withRequest({ minPeriod: -1 }), '/subscribe/0/minPeriod'],
  ['an empty path', withRequest({ path: '' }), '/subscribe/0/path'],
  ['a path that is too long', withRequest({ path: 'a'.repeat(257) }), '/subscribe/0/path'],
  ['a subscription without path', { subscribe: [{}] }, '/subscribe/0/path'],
  ['a subscription that is a text', { subscribe: ['*'] }, '/subscribe/0'],
  ['too many subscriptions', { subscribe: Array.from({ length: 257 }, () => request) }, '/subscribe'],
  ['an empty context', message({ context: '' }), '/context'],
  ['a box without east', message({ bbox: { south: 54, west: 10, north: 55 } }), '/bbox/east'],
  ['a request id that is a number', message({ requestId: 1 }), '/requestId'],
  ['metadata that are only true', message({ sendMeta: true }), '/sendMeta'],
] as const)
  test(`rejects ${title}, with its path`, () => {
    assert.deepEqual(
      subscribeCheck.faults(subscribe).map(({ path }) => path),
      [place],
    )
  })

test('an unsubscribe message has only paths', () => {
  const check = checkOf(UnsubscribeMessage)
  assert.ok(check.accepts({ context: '*', unsubscribe: [{ path: '*' }], requestId: '1' }))
  assert.equal(check.accepts({ unsubscribe: [{ path: '*', period: 1000 }] }), false)
  assert.equal(check.accepts({ unsubscribe: [] }), true)
  assert.equal(check.accepts({}), false)
})

test('the stream query accepts self, all and none', () => {
  const check = checkOf(StreamQuery)
  for (const subscribe of ['self', 'all', 'none']) assert.ok(check.accepts({ subscribe }))
  assert.ok(check.accepts({}))
  assert.equal(check.accepts({ subscribe: 'some' }), false)
  assert.equal(check.accepts({ sendCachedValues: 'true' }), false)
})

test('hello and heartbeat have the documented members', () => {
  const hello = {
    name: 'x',
    version: 'V2.0.0',
    self: 'vessels.x',
    timestamp: 'now',
    roles: ['owner'],
    epoch: 1,
    sequence: 0,
  }
  assert.ok(checkOf(Hello).accepts(hello))
  assert.equal(checkOf(Hello).accepts({ ...hello, sequence: 0.5 }), false)
  assert.ok(checkOf(Heartbeat).accepts({ heartbeat: { timestamp: 'now', sequence: 1 } }))
  assert.equal(checkOf(Heartbeat).accepts({ heartbeat: {} }), false)
})
