import { degree } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf, leftToTurn, presentOf, targetText, turned } from './steering-kind.ts'

for (const [target, kind, text] of [
  [0, 'heading', '000'],
  [359.6, 'heading', '000'],
  [7, 'course', '007'],
  [38, 'wind', 'P38'],
  [-38, 'wind', 'S38'],
  [0, 'wind', '0'],
  [180, 'wind', '180'],
  [-5, 'rudder', 'P5'],
] as const)
  test(`a target of ${target}° in a ${kind} mode is shown as ${text}`, () => {
    assert.equal(targetText(target * degree, kind), text)
  })

test('+10 turns the bow to starboard in every mode', () => {
  assert.equal(targetText(turned(355 * degree, 10, 'heading'), 'heading'), '005')
  // With the wind on port, away from it; with the wind on starboard, towards it.
  assert.equal(targetText(turned(38 * degree, 10, 'wind'), 'wind'), 'P48')
  assert.equal(targetText(turned(-38 * degree, 10, 'wind'), 'wind'), 'S28')
})

test('a dodging pilot holds a heading in every mode', () => {
  assert.equal(kindOf('dodge', undefined), 'heading')
  assert.equal(kindOf('wind', undefined), undefined)
})

test('engaging in wind mode holds minus the apparent angle', () => {
  const present = presentOf('wind', { heading: 1, course: 2, windAngle: -38 * degree })
  assert.equal(present !== undefined && targetText(present, 'wind'), 'P38')
  assert.equal(presentOf('course', { heading: 1, course: 2, windAngle: 0 }), 2)
  assert.equal(presentOf('heading', { heading: undefined, course: 2, windAngle: 0 }), undefined)
})

for (const [present, target, direction, left] of [
  [10, 280, 'port', 90],
  [280, 10, 'starboard', 90],
  [10, 130, 'port', 240],
  [10, 12, 'port', 0],
] as const)
  test(`from ${present}° to ${target}° by ${direction}, ${left}° are left`, () => {
    assert.equal(Math.round(leftToTurn(present * degree, target * degree, direction)), left)
  })
