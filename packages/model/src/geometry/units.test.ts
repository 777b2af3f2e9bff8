import assert from 'node:assert/strict'
import { test } from 'node:test'
import { radiansOf } from '#requests/angle-units.ts'
import { wrapFull } from './angles.ts'
import {
  degree,
  degrees,
  knots,
  nauticalMiles,
  radians,
  toDegrees,
  toKnots,
  toNauticalMiles,
} from './units.ts'

const isClose = (one: number, other: number): boolean => Math.abs(one - other) < 1e-12

test('180° is π', () => {
  assert.ok(isClose(degrees(180), Math.PI))
  assert.ok(isClose(toDegrees(radians(Math.PI)), 180))
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

test('the compiler rejects degrees, other units and plain numbers where radians are expected', () => {
  const heading = toDegrees(radians(1))
  // @ts-expect-error -- degrees where radians are wanted
  wrapFull(heading)
  // @ts-expect-error -- degrees where radians are wanted
  toDegrees(heading)
  // @ts-expect-error -- degrees are not a number of radians
  radians(heading)
  // @ts-expect-error -- radians are not a number of degrees
  degrees(radians(1))
  // @ts-expect-error -- a plain number may be degrees
  wrapFull(90)
  // @ts-expect-error -- arithmetic gives a plain number
  wrapFull(radians(1) + radians(2))
  // @ts-expect-error -- metres where radians are wanted
  wrapFull(nauticalMiles(1))
  // @ts-expect-error -- an angle is no distance
  toNauticalMiles(degree)
  assert.equal(Math.round(toDegrees(degrees(heading))), 57)
})

test('a knot is a nautical mile in an hour', () => {
  assert.equal(nauticalMiles(0.5), 926)
  assert.equal(toNauticalMiles(926), 0.5)
  assert.equal(knots(3_600), 1_852)
  assert.ok(isClose(toKnots(knots(7)), 7))
})
