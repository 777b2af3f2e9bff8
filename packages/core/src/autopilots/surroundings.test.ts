import assert from 'node:assert/strict'
import { test } from 'node:test'
import { surroundingsFrom } from './surroundings.ts'

const around = (values: Readonly<Record<string, number>>) => surroundingsFrom((path) => values[path])
const headingTrue = { 'navigation.headingTrue': 1 }
const headingMagnetic = { 'navigation.headingMagnetic': 0.9 }
const variation = { 'navigation.magneticVariation': 0.1 }

const isNear = (actual: number | undefined, expected: number): void =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-9, `${actual} instead of ${expected}`)

test('reads the heading of the requested north', () => {
  const boat = around({ ...headingTrue, ...headingMagnetic })
  assert.deepEqual([boat.heading('true'), boat.heading('magnetic')], [1, 0.9])
})

test('converts the other heading with the variation when one is missing', () => {
  isNear(around({ ...headingTrue, ...variation }).heading('magnetic'), 0.9)
  isNear(around({ ...headingMagnetic, ...variation }).heading('true'), 1)
  isNear(around({ 'navigation.headingTrue': 0, ...variation }).heading('magnetic'), 2 * Math.PI - 0.1)
})

test('does not convert without a variation', () => {
  assert.equal(around(headingTrue).heading('magnetic'), undefined)
  assert.equal(around(headingMagnetic).heading('true'), undefined)
})

test('there is a course over ground only while the boat moves at a known speed', () => {
  const course = { 'navigation.courseOverGroundTrue': 2, ...variation }
  const moving = around({ ...course, 'navigation.speedOverGround': 3 })
  assert.equal(moving.course('true'), 2)
  isNear(moving.course('magnetic'), 1.9)
  assert.equal(around({ ...course, 'navigation.speedOverGround': 0.2 }).course('true'), undefined)
  assert.equal(around(course).course('true'), undefined)
})
