import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SubscribeMessage, UnsubscribeMessage, SentDelta } from '@marinedata/model'
import { ageOf, numberIn, placeIn, type Reading, Subscriptions, Values } from './values.ts'

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

/** The messages sent to the server, in order. */
const recordMessages = () => {
  const sent: (SubscribeMessage | UnsubscribeMessage)[] = []
  const subscriptions = new Subscriptions({
    subscribe: (message) => void sent.push(message),
    unsubscribe: (message) => void sent.push(message),
  })
  return { sent, subscriptions }
}

test('two equal subscriptions are sent once, and unsubscribed with the last user', () => {
  const { sent, subscriptions } = recordMessages()
  const helm = subscriptions.follow({ paths: ['a.b'] })
  const chart = subscriptions.follow({ paths: ['a.b', 'c.d'] })
  helm[Symbol.dispose]()
  assert.deepEqual(sent, [
    { context: 'vessels.self', subscribe: [{ path: 'a.b' }] },
    { context: 'vessels.self', subscribe: [{ path: 'c.d' }] },
  ])
  chart[Symbol.dispose]()
  assert.deepEqual(sent.at(-1), { context: 'vessels.self', unsubscribe: [{ path: 'a.b' }, { path: 'c.d' }] })
})

test('disposing twice unsubscribes once', () => {
  const { sent, subscriptions } = recordMessages()
  const first = subscriptions.follow({ paths: ['a.b'] })
  subscriptions.follow({ paths: ['a.b'] })
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  assert.equal(sent.length, 1)
})

test('period and sources are part of the subscription', () => {
  const { sent, subscriptions } = recordMessages()
  subscriptions.follow({ context: 'vessels.*', paths: ['x'], minPeriod: 1_000, sources: 'all' })
  assert.deepEqual(sent, [
    { context: 'vessels.*', subscribe: [{ path: 'x', minPeriod: 1_000, sources: 'all' }] },
  ])
})

/** The server's calendar and this clock start together. */
const time = {
  receivedAt: (timestamp: string): number => Date.parse(timestamp) - Date.parse('2026-06-01T00:00:00Z'),
}

interface DeltaOptions {
  readonly value: unknown
  readonly stale?: boolean
  readonly at?: string
  readonly context?: string
}

const delta = ({
  value,
  stale,
  at = '2026-06-01T00:00:01Z',
  context = 'vessels.self',
}: DeltaOptions): SentDelta => ({
  context,
  updates: [
    {
      $source: 'gps.1',
      timestamp: at,
      values: [{ path: 'navigation.speedOverGround', value, ...(stale !== undefined && { stale }) }],
    },
  ],
})

const speed = (values: Values) => values.of('navigation.speedOverGround').value

test('a path without a value is unknown, not zero', () => {
  assert.equal(speed(new Values(time)), undefined)
})

test('the age of a value comes from its timestamp', () => {
  const values = new Values(time)
  values.take(delta({ value: 3 }), 5_000)
  assert.deepEqual(speed(values), {
    value: 3,
    source: 'gps.1',
    receivedAt: 1_000,
    isStale: false,
    staleAfterMs: undefined,
  })
})

test('a timestamp in the future does not make a value newer than its arrival', () => {
  const values = new Values(time)
  values.take(delta({ value: 3, at: '2026-06-01T01:00:00Z' }), 5_000)
  assert.equal(speed(values)?.receivedAt, 5_000)
})

test('a stale value keeps its time of arrival and records when it became stale', () => {
  const values = new Values(time)
  values.take(delta({ value: 3 }), 1_000)
  values.take(delta({ value: 3, stale: true }), 4_000)
  assert.deepEqual(
    [speed(values)?.isStale, speed(values)?.receivedAt, speed(values)?.staleAfterMs],
    [true, 1_000, 3_000],
  )
})

test('a stale value that is received again is fresh', () => {
  const values = new Values(time)
  values.take(delta({ value: 3, stale: true }), 1_000)
  values.take(delta({ value: 0, at: '2026-06-01T00:00:02Z' }), 2_000)
  assert.deepEqual(
    [speed(values)?.isStale, speed(values)?.value, speed(values)?.receivedAt],
    [false, 0, 2_000],
  )
})

test('values of other vessels are ignored', () => {
  const values = new Values(time)
  values.take(delta({ value: 9, context: 'vessels.urn:mrn:imo:mmsi:230123456' }), 1_000)
  assert.equal(speed(values), undefined)
  assert.deepEqual(values.paths, [])
})
