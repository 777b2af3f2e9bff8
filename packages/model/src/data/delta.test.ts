import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#faults.ts'
import { Delta, SentDelta } from './delta.ts'
import { Metadata } from './metadata.ts'
import { Notification } from './notification.ts'

const check = checkOf<Delta>(Delta)
const timestamp = '2026-01-01T00:00:00.000Z'
const value = { path: 'navigation.speedOverGround', value: 3.4 }
const update = { $source: 'nmea2000.115', timestamp, values: [value] }
const withUpdate = (changes: object): unknown => ({
  context: 'vessels.self',
  updates: [{ ...update, ...changes }],
})

for (const [title, delta] of [
  ['a whole delta', withUpdate({})],
  ['a delta of the own vessel without its context', { updates: [update] }],
  ['a delta without source and time', { updates: [{ values: [value] }] }],
  ['a delta without updates in it', { updates: [] }],
  ['a value that is not available', withUpdate({ values: [{ path: 'a', value: null }] })],
  ['a value that is an object', withUpdate({ values: [{ path: '', value: { name: 'Elbe' } }] })],
  ['a time without fractions', withUpdate({ timestamp: '2026-01-01T00:00:00Z' })],
  ['a time in nanoseconds', withUpdate({ timestamp: '2026-01-01T00:00:00.123456789Z' })],
  ['metadata beside values', withUpdate({ meta: [{ path: 'a', value: { units: 'm', timeout: 5 } }] })],
  [
    'a source of another family member',
    withUpdate({ source: { label: 'gps', type: 'NMEA0183', talker: 'GP' } }),
  ],
] as const)
  test(`accepts ${title} as a delta`, () => {
    assert.deepEqual(check.faults(delta), [])
    assert.equal(check.accepts(delta), true)
  })

for (const [title, delta, place] of [
  ['a misspelt member of the delta', { update: [update], updates: [] }, '/update'],
  ['a misspelt member of an update', withUpdate({ value: [] }), '/updates/0/value'],
  ['a misspelt source', withUpdate({ $sourc: 'x' }), '/updates/0/$sourc'],
  [
    'a misspelt member beside a value',
    withUpdate({ values: [{ ...value, units: 'kn' }] }),
    '/updates/0/values/0/units',
  ],
  ['a value without path', withUpdate({ values: [{ value: 1 }] }), '/updates/0/values/0/path'],
  ['a path without value', withUpdate({ values: [{ path: 'a' }] }), '/updates/0/values/0/value'],
  ['a path that is a number', withUpdate({ values: [{ path: 1, value: 1 }] }), '/updates/0/values/0/path'],
  [
    'a path that is too long',
    withUpdate({ values: [{ path: 'a'.repeat(257), value: 1 }] }),
    '/updates/0/values/0/path',
  ],
  ['a delta without updates', { context: 'vessels.self' }, '/updates'],
  ['updates that are an object', { updates: update }, '/updates'],
  ['values that are an object', withUpdate({ values: value }), '/updates/0/values'],
  ['a source with a space in it', withUpdate({ $source: 'my gps' }), '/updates/0/$source'],
  ['an empty source', withUpdate({ $source: '' }), '/updates/0/$source'],
  ['a time without zone', withUpdate({ timestamp: '2026-01-01T00:00:00' }), '/updates/0/timestamp'],
  ['a time in another zone', withUpdate({ timestamp: '2026-01-01T00:00:00+01:00' }), '/updates/0/timestamp'],
  ['a time that is a number', withUpdate({ timestamp: 1767225600000 }), '/updates/0/timestamp'],
  ['a context that is too long', { context: 'a'.repeat(321), updates: [] }, '/context'],
  ['too many updates', { updates: Array.from({ length: 65 }, () => update) }, '/updates'],
  ['too many values', withUpdate({ values: Array.from({ length: 513 }, () => value) }), '/updates/0/values'],
  [
    'misspelt metadata',
    withUpdate({ meta: [{ path: 'a', value: { unit: 'm' } }] }),
    '/updates/0/meta/0/value/unit',
  ],
  ['a list', [], ''],
  ['null', null, ''],
] as const)
  test(`rejects ${title} as a delta, with its path`, () => {
    assert.equal(check.accepts(delta), false)
    assert.deepEqual(
      check.faults(delta).map(({ path }) => path),
      [place],
    )
  })

test('rejects a parsed member that every object has', () => {
  const delta: unknown = JSON.parse('{"updates":[],"__proto__":{"context":"vessels.self"}}')
  assert.deepEqual(
    check.faults(delta).map(({ path }) => path),
    ['/__proto__'],
  )
})

test('a sent delta has all members and may be marked stale and conflated', () => {
  const sent = {
    context: 'vessels.self',
    updates: [{ $source: 'gps', timestamp, values: [{ ...value, stale: true }] }],
    conflated: true,
  }
  assert.ok(checkOf(SentDelta).accepts(sent))
  assert.equal(checkOf(SentDelta).accepts({ ...sent, context: undefined }), false)
})

test('a zone has a severity and finite bounds', () => {
  const faults = checkOf(Metadata).faults({
    zones: [{ state: 'panic' }, { state: 'alarm', lower: Infinity }],
  })
  assert.deepEqual(
    faults.map(({ path }) => path),
    ['/zones/0/state', '/zones/1/lower'],
  )
})

test('a notification has state, method and message', () => {
  const notification = checkOf(Notification)
  assert.ok(notification.accepts({ state: 'alert', method: ['sound'], message: 'Waypoint' }))
  assert.equal(notification.accepts({ state: 'alert', method: 'sound', message: 'Waypoint' }), false)
  assert.equal(notification.accepts({ state: 'loud', method: [], message: '' }), false)
})
