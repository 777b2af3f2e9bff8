import assert from 'node:assert/strict'
import { test } from 'node:test'
import { steppedValue } from './stepped-value.ts'

const dimmer = { type: 'number', minimum: 0, maximum: 1, step: 0.05 } as const

test('a press moves by a tenth of the range, in whole steps, and stops at the ends', () => {
  assert.equal(steppedValue(dimmer, 0.4, 1), 0.5)
  assert.equal(steppedValue(dimmer, 0.3, -1), 0.2)
  assert.equal(steppedValue(dimmer, 0.45, 1), 0.5)
  assert.equal(steppedValue(dimmer, 0.45, -1), 0.4)
  assert.equal(steppedValue(dimmer, 0.95, 1), 1)
  assert.equal(steppedValue(dimmer, 1, 1), undefined)
  assert.equal(steppedValue(dimmer, 0, -1), undefined)
  assert.equal(steppedValue({ type: 'number', minimum: 16, maximum: 30, step: 5 / 2 }, 18.5, 1), 21)
})

test('an unknown value is not moved, and one outside the range returns to it', () => {
  assert.equal(steppedValue(dimmer, undefined, 1), undefined)
  assert.equal(steppedValue(dimmer, 1.4, -1), 1)
})
