import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBox, parseRange, parseValuesQuestion, type RangeText } from './history-query.ts'

const now = Date.parse('2026-06-01T12:00:00Z')
const hour = 3_600_000

const refuses = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof MarineDataError)
  assert.equal(error.code, code)
  assert.match(error.message, message)
  return true
}

for (const [title, text, from, to] of [
  ['from alone ends now', { from: '2026-06-01T11:00:00Z' }, now - hour, now],
  ['a duration alone ends now', { duration: '900' }, now - 900_000, now],
  ['an ISO duration', { duration: 'P1DT1H' }, now - 25 * hour, now],
  ['from and duration', { from: '2026-06-01', duration: 'PT1H' }, now - 12 * hour, now - 11 * hour],
  ['to and duration', { to: '2026-06-01T13:00:00+02:00', duration: 'PT30M' }, now - 1.5 * hour, now - hour],
  [
    'from and to',
    { from: '2026-06-01T10:00Z', to: '2026-06-01T11:00:00.5Z' },
    now - 2 * hour,
    now - hour + 500,
  ],
] satisfies (readonly [string, RangeText, number, number])[])
  test(`the range of ${title}`, () => assert.deepEqual(parseRange(text, now), { from, to }))

for (const [title, text, member] of [
  ['nothing', {}, /from is missing/],
  ['to alone', { to: '2026-06-01T11:00:00Z' }, /from is missing/],
  ['all three', { from: '2026-06-01', to: '2026-06-02', duration: '5' }, /duration cannot/],
  ['an end before its start', { from: '2026-06-02T00:00:00Z' }, /must be before to/],
  ['a day that does not exist', { from: '2026-02-30' }, /date-time/],
  ['a time without a zone', { from: '2026-06-01T11:00:00' }, /date-time/],
  ['a negative duration', { duration: '-5' }, /seconds, or a duration/],
  ['an empty duration', { duration: 'PT' }, /seconds, or a duration/],
  ['months', { duration: 'P1M' }, /seconds, or a duration/],
] satisfies (readonly [string, RangeText, RegExp])[])
  test(`a range of ${title} is refused`, () =>
    assert.throws(() => parseRange(text, now), refuses('invalid-query', member)))

const asked = (paths: string, more: object = {}) =>
  parseValuesQuestion({ context: 'vessels.self', duration: 'PT1H', paths, ...more }, now)

test('columns have a path, a source, a method and a parameter', () => {
  assert.deepEqual(asked('a.b, a.b:max,a.b|gps.1:sma:7,a.b|bus:204:ema,a.b|bus:204').columns, [
    { path: 'a.b' },
    { path: 'a.b', method: 'max' },
    { path: 'a.b', $source: 'gps.1', method: 'sma', parameter: 7 },
    { path: 'a.b', $source: 'bus:204', method: 'ema' },
    { path: 'a.b', $source: 'bus:204' },
  ])
})

test('an unknown method, an invalid path and a missing source are refused', () => {
  assert.throws(() => asked('a.b:median'), refuses('invalid-query', /method "median". Use one of average/))
  assert.throws(() => asked('a.b,'), refuses('invalid-query', /"", which is not a path/))
  assert.throws(() => asked('a.b|:max'), refuses('invalid-query', /without a source/))
})

test('the resolution comes from the question, or fits 1,500 rows', () => {
  assert.equal(asked('a', { duration: 'P1D' }).resolution, 60)
  assert.equal(asked('a', { resolution: '5' }).resolution, 5)
  assert.equal(asked('a', { resolution: '2m' }).resolution, 120)
  assert.throws(() => asked('a', { resolution: '0' }), refuses('invalid-query', /resolution must be/))
  assert.throws(() => asked('a', { resolution: '1y' }), refuses('invalid-query', /resolution must be/))
})

test('too much history is refused with the resolution that fits', () => {
  assert.throws(
    () => asked('a,b', { duration: 'P7D', resolution: '1' }),
    refuses('too-much-history', /Use a resolution of 15 s/),
  )
  assert.throws(
    () => asked(Array.from({ length: 17 }, () => 'a').join()),
    refuses('too-much-history', /At most 16 paths/),
  )
})

test('a box is west, south, east and north, also across the date line', () => {
  assert.deepEqual(parseBox('[170,-20,-170,-10]'), { west: 170, south: -20, east: -170, north: -10 })
  for (const text of ['1,2,3', '1,20,3,10', '200,0,0,0', 'a,b,c,d', ''])
    assert.throws(() => parseBox(text), refuses('invalid-query', /bbox must be/))
})
