import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MadeAis } from './made-ais.ts'

const at = (index: number, latitude: number) =>
  [
    `vessels.urn:mrn:imo:mmsi:${230_000_000 + index}`,
    { 'navigation.position': { latitude, longitude: 22 }, 'sensors.ais.class': 'A' },
  ] as const

test('a position is sent when it changes, at most every two seconds', () => {
  const ais = new MadeAis()
  const positions = (latitude: number, now: number): number =>
    ais.write([at(1, latitude)], now).filter((line) => line.startsWith('!AIVDM')).length
  assert.ok(positions(59, 0) >= 1)
  assert.equal(positions(59, 5_000), 0)
  assert.equal(positions(59.1, 6_000), 1)
  assert.equal(positions(59.2, 7_000), 0)
  assert.equal(positions(59.2, 8_000), 1)
})

test('a crowd is sent in parts, each craft once', () => {
  const ais = new MadeAis()
  const crowd = Array.from({ length: 120 }, (_each, index) => at(index, 59))
  const counts = [0, 1_000, 2_000, 3_000].map((now) => ais.write(crowd, now).length)
  assert.equal(counts[3], 0)
  assert.ok(counts.slice(0, 3).every((count) => count > 0))
})

test('a craft without a number or a live position is not sent', () => {
  const ais = new MadeAis()
  assert.deepEqual(ais.write([['vessels.urn:mrn:imo:mmsi:230123250', { name: 'ALMA' }]], 0), [])
  assert.deepEqual(ais.write([['vessels.urn:mrn:signalk:uuid:1', at(1, 59)[1]]], 0), [])
})
