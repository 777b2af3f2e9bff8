import assert from 'node:assert/strict'
import { test } from 'node:test'
import { degrees, inKnots, knots } from '../units.ts'
import { polarSpeed } from './polar.ts'

const speedAt = (wind: number, angle: number): number =>
  Number(inKnots(polarSpeed(knots(wind), degrees(angle))).toFixed(3))

test('has the speed of the polar on both tacks', () => {
  for (const [wind, angle, speed] of [
    [6, 52, 4.9],
    [10, 42, 5.8],
    [10, 90, 7.3],
    [16, 120, 8.2],
    [20, 150, 8.2],
  ] as const) {
    assert.equal(speedAt(wind, angle), speed)
    assert.equal(speedAt(wind, -angle), speed)
  }
})

test('interpolates between rows and columns', () => {
  assert.equal(speedAt(10, 75), 7)
  assert.equal(speedAt(13, 90), 7.65)
  assert.equal(speedAt(18, 105), 8.325)
})

test('loses speed in proportion closer to the wind, and nearly all in irons', () => {
  for (const angle of [0, 10, 28]) assert.equal(speedAt(10, angle), 0.3)
  assert.equal(speedAt(10, 35), 2.9)
})

test('has no speed without wind, and no more in a gale', () => {
  assert.equal(speedAt(0, 90), 0.3)
  assert.equal(speedAt(3, 90), 2.8)
  assert.equal(speedAt(45, 90), speedAt(20, 90))
})

test('is slower dead downwind than on a broad reach', () => {
  assert.ok(speedAt(10, 180) < speedAt(10, 150))
  assert.ok(speedAt(10, 180) > 5)
})
