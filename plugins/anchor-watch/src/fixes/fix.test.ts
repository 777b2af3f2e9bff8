import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviationOf, readFix, type Fix } from './fix.ts'

const place = { latitude: 54, longitude: 11 }
const read = (position: unknown, more: Partial<Fix> = {}): unknown =>
  readFix({ at: 0, source: 'gps', position, ...more })

test('accepts a complete position on the globe', () => {
  assert.deepEqual(read({ ...place, altitude: 12 }), place)
  assert.deepEqual(read({ latitude: 0, longitude: 11 }), { latitude: 0, longitude: 11 }, 'on the equator')
  assert.deepEqual(read({ latitude: 54, longitude: 0 }), { latitude: 54, longitude: 0 }, 'at Greenwich')
})

test('rejects missing, incomplete and invalid positions and 0° N 0° E', () => {
  for (const position of [null, undefined, 'here', 7, {}, { latitude: null, longitude: null }])
    assert.equal(read(position), 'null', JSON.stringify(position))
  for (const position of [{ latitude: 54 }, { longitude: 11 }, { latitude: 54, longitude: null }])
    assert.equal(read(position), 'half', JSON.stringify(position))
  for (const position of [
    { latitude: 91, longitude: 181 },
    { latitude: 54, longitude: 181 },
    { latitude: 214.7483647, longitude: 214.7483647 },
    { latitude: NaN, longitude: 11 },
    { latitude: Infinity, longitude: 11 },
    { latitude: '54', longitude: 11 },
  ])
    assert.equal(read(position), 'not-available', JSON.stringify(position))
  assert.equal(read({ latitude: 0, longitude: 0 }), 'zero')
})

test('rejects stale and poor fixes and those without a fix', () => {
  assert.equal(read(place, { isStale: true }), 'stale')
  for (const method of ['no GPS', 'Error', 'Estimated (DR) mode', 'Manual input'])
    assert.equal(read(place, { method }), 'no-fix')
  assert.equal(read(place, { horizontalDilution: 5.1 }), 'poor')
  assert.equal(read(place, { satellites: 3 }), 'poor')
  assert.deepEqual(read(place, { horizontalDilution: 5, satellites: 4, method: 'GNSS Fix' }), place)
})

test('accepts fixes without quality data', () => {
  assert.deepEqual(read(place, { horizontalDilution: null, satellites: null, method: null }), place)
})

test('estimates four metres of error per unit of dilution, two with corrections', () => {
  const deviation = (more: Partial<Fix>): number =>
    deviationOf({ at: 0, source: 'gps', position: place, ...more })
  assert.equal(deviation({ horizontalDilution: 0.9 }), 3.6)
  assert.equal(deviation({ horizontalDilution: 0.9, method: 'DGNSS fix' }), 1.8)
  assert.equal(deviation({}), 6)
  assert.equal(deviation({ horizontalDilution: 0 }), 6)
})
