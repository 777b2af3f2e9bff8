import { distanceBetween } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearingBetween, lengthOf, placeFrom, placeText, wrapLongitude } from './earth.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const degrees = (radians: number): number => (radians * 180) / Math.PI

test('a minute of latitude is a nautical mile', () => {
  assert.ok(Math.abs(distanceBetween(at(59, 22), at(59 + 1 / 60, 22)) - 1_853) < 2)
})

test('distances are correct over the date line', () => {
  assert.ok(distanceBetween(at(0, 179.99), at(0, -179.99)) < 2_300)
  assert.equal(Math.round(degrees(bearingBetween(at(0, 179.99), at(0, -179.99)))), 90)
})

for (const [bearing, to] of [
  [0, at(60, 22)],
  [90, at(59, 22.5)],
  [180, at(58, 22)],
  [270, at(59, 21.5)],
] as const)
  test(`a place in ${bearing}° has that bearing`, () => {
    assert.ok(Math.abs(degrees(bearingBetween(at(59, 22), to)) - bearing) < 0.3)
  })

test('placeFrom is the inverse of bearing and distance', () => {
  for (const bearing of [0.1, 1.5, 3, 4.5, 6.2]) {
    const there = placeFrom(at(-17, 179.9), bearing, 50_000)
    assert.ok(Math.abs(distanceBetween(at(-17, 179.9), there) - 50_000) < 1)
    assert.ok(Math.abs(bearingBetween(at(-17, 179.9), there) - bearing) < 1e-6)
    assert.ok(there.longitude >= -180 && there.longitude < 180)
  }
})

test('a path is as long as its legs; one point has no length', () => {
  const leg = distanceBetween(at(59, 22), at(59.1, 22))
  assert.ok(Math.abs(lengthOf([at(59, 22), at(59.1, 22), at(59, 22)]) - 2 * leg) < 0.01)
  assert.equal(lengthOf([at(59, 22)]), 0)
  assert.equal(lengthOf([]), 0)
})

for (const [longitude, wrapped] of [
  [180, -180],
  [-180, -180],
  [181, -179],
  [540, -180],
  [-190, 170],
] as const)
  test(`a longitude of ${longitude} is normalized to ${wrapped}`, () => {
    assert.equal(wrapLongitude(longitude), wrapped)
  })

test('a place is formatted in degrees and minutes, never with 60 minutes', () => {
  assert.equal(placeText(at(59.8, 22.9)), '59°48.000′N 022°54.000′E')
  assert.equal(placeText(at(-0.5, -179.999_999)), '00°30.000′S 180°00.000′W')
})
