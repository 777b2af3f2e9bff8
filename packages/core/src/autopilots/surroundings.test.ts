import assert from 'node:assert/strict'
import { test } from 'node:test'
import { surroundingsFrom } from './surroundings.ts'

const around = (values: Readonly<Record<string, number>>) => surroundingsFrom((path) => values[path])
const headingTrue = { 'navigation.headingTrue': 1 }
const headingMagnetic = { 'navigation.headingMagnetic': 0.9 }
const variation = { 'navigation.magneticVariation': 0.1 }

const isNear = (actual: number | undefined, expected: number): void =>
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-9, `${actual} instead of ${expected}`)

test('a heading is given by the north that was asked for', () => {
  const boat = around({ ...headingTrue, ...headingMagnetic })
  assert.deepEqual([boat.heading('true'), boat.heading('magnetic')], [1, 0.9])
})

test('when one compass falls silent, the other stands in for it by the variation', () => {
  isNear(around({ ...headingTrue, ...variation }).heading('magnetic'), 0.9)
  isNear(around({ ...headingMagnetic, ...variation }).heading('true'), 1)
  isNear(around({ 'navigation.headingTrue': 0, ...variation }).heading('magnetic'), 2 * Math.PI - 0.1)
})

test('without a variation nothing stands in for the other north', () => {
  assert.equal(around(headingTrue).heading('magnetic'), undefined)
  assert.equal(around(headingMagnetic).heading('true'), undefined)
})

test('a course over ground counts while the boat moves, and not when its speed is unknown', () => {
  const course = { 'navigation.courseOverGroundTrue': 2, ...variation }
  const moving = around({ ...course, 'navigation.speedOverGround': 3 })
  assert.equal(moving.course('true'), 2)
  isNear(moving.course('magnetic'), 1.9)
  assert.equal(around({ ...course, 'navigation.speedOverGround': 0.2 }).course('true'), undefined)
  assert.equal(around(course).course('true'), undefined)
})
