import assert from 'node:assert/strict'
import { test } from 'node:test'
import { radiansOf } from '#requests/angle-units.ts'
import { wrapFull } from './angles.ts'
import { degrees, toDegrees } from './units.ts'

const isClose = (one: number, other: number): boolean => Math.abs(one - other) < 1e-12

test('180° is π', () => {
  assert.ok(isClose(degrees(180), Math.PI))
  assert.ok(isClose(toDegrees(Math.PI), 180))
})

test('toDegrees reverses degrees', () => {
  for (let angle = -360; angle <= 360; angle += 7.5) assert.ok(isClose(toDegrees(degrees(angle)), angle))
})

test('converts degrees in a request to radians', () => {
  assert.ok(isClose(radiansOf({ value: 10, units: 'deg' }), 0.17453292519943295))
})

test('a request without units is in radians', () => {
  assert.equal(radiansOf({ value: 0.5 }), 0.5)
  assert.equal(radiansOf({ value: 0.5, units: 'rad' }), 0.5)
})

test('the compiler rejects degrees where radians are expected', () => {
  const heading = toDegrees(1)
  // @ts-expect-error -- degrees where radians are wanted
  wrapFull(heading)
  // @ts-expect-error -- degrees where radians are wanted
  toDegrees(heading)
  assert.equal(Math.round(toDegrees(degrees(heading))), 57)
})
