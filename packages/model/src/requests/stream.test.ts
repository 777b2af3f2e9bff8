import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#faults.ts'
import { Heartbeat, Hello, StreamQuery, SubscribeMessage, UnsubscribeMessage } from './stream.ts'

const subscribeCheck = checkOf(SubscribeMessage)
const wish = { path: 'navigation.*' }
const message = (changes: object): unknown => ({ context: 'vessels.self', subscribe: [wish], ...changes })
const wishing = (changes: object): unknown => message({ subscribe: [{ ...wish, ...changes }] })
const bbox = { south: 54, west: 10, north: 55, east: 11 }

for (const [title, subscribe] of [
  ['a plain wish', { subscribe: [wish] }],
  ['no wish', { subscribe: [] }],
  [
    'a wish with everything',
    wishing({ period: 1000, minPeriod: 0, policy: 'ideal', format: 'delta', sources: 'all' }),
  ],
  [
    'a wish for a part of the sea',
    message({ bbox, sendCachedValues: false, sendMeta: 'all', requestId: '1' }),
  ],
] as const)
  test(`accepted as a subscription: ${title}`, () => {
    assert.deepEqual(subscribeCheck.faults(subscribe), [])
  })

for (const [title, subscribe, place] of [
  ['a misspelt member', message({ subscibe: [] }), '/subscibe'],
  ['a misspelt member of a wish', wishing({ minperiod: 10 }), '/subscribe/0/minperiod'],
  ['an unknown policy', wishing({ policy: 'fast' }), '/subscribe/0/policy'],
  ['an unknown format', wishing({ format: 'full' }), '/subscribe/0/format'],
  ['a period below 10 ms', wishing({ period: 9 }), '/subscribe/0/period'],
  ['a period of more than an hour', wishing({ period: 3_600_001 }), '/subscribe/0/period'],
  ['a period in parts of a millisecond', wishing({ period: 10.5 }), '/subscribe/0/period'],
  ['an endless period', wishing({ period: Infinity }), '/subscribe/0/period'],
  ['a period in words', wishing({ period: '1000' }), '/subscribe/0/period'],
  ['a negative least period', wishing({ minPeriod: -1 }), '/subscribe/0/minPeriod'],
  ['an empty path', wishing({ path: '' }), '/subscribe/0/path'],
  ['a path that is too long', wishing({ path: 'a'.repeat(257) }), '/subscribe/0/path'],
  ['a wish without path', { subscribe: [{}] }, '/subscribe/0/path'],
  ['a wish that is a text', { subscribe: ['*'] }, '/subscribe/0'],
  ['too many wishes', { subscribe: Array.from({ length: 257 }, () => wish) }, '/subscribe'],
  ['an empty context', message({ context: '' }), '/context'],
  ['a box without east', message({ bbox: { south: 54, west: 10, north: 55 } }), '/bbox/east'],
  ['a request id that is a number', message({ requestId: 1 }), '/requestId'],
  ['metadata that are only true', message({ sendMeta: true }), '/sendMeta'],
] as const)
  test(`refused as a subscription, with its place: ${title}`, () => {
    assert.deepEqual(
      subscribeCheck.faults(subscribe).map(({ path }) => path),
      [place],
    )
  })

test('an unsubscription names paths and nothing else', () => {
  const check = checkOf(UnsubscribeMessage)
  assert.ok(check.accepts({ context: '*', unsubscribe: [{ path: '*' }], requestId: '1' }))
  assert.equal(check.accepts({ unsubscribe: [{ path: '*', period: 1000 }] }), false)
  assert.equal(check.accepts({ unsubscribe: [] }), true)
  assert.equal(check.accepts({}), false)
})

test('the query of a stream knows three words for what is sent at once', () => {
  const check = checkOf(StreamQuery)
  for (const subscribe of ['self', 'all', 'none']) assert.ok(check.accepts({ subscribe }))
  assert.ok(check.accepts({}))
  assert.equal(check.accepts({ subscribe: 'some' }), false)
  assert.equal(check.accepts({ sendCachedValues: 'true' }), false)
})

test('hello and heartbeat have their members', () => {
  const hello = {
    name: 'x',
    version: 'V2.0.0',
    self: 'vessels.x',
    timestamp: 'now',
    roles: ['owner'],
    sequence: 0,
  }
  assert.ok(checkOf(Hello).accepts(hello))
  assert.equal(checkOf(Hello).accepts({ ...hello, sequence: 0.5 }), false)
  assert.ok(checkOf(Heartbeat).accepts({ heartbeat: { timestamp: 'now', sequence: 1 } }))
  assert.equal(checkOf(Heartbeat).accepts({ heartbeat: {} }), false)
})
