import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provisionalRadius, suggestedRadius } from './radius-suggestion.ts'
import { checkRode, reachOf, swingRadius } from './rode.ts'
import { yacht } from './watch-trial.ts'

const rode = { rodeLength: 40, anchorDepth: 6 }
const good = { fix: 3.6, anchor: 9 }

test('the swing is the reach of the rode plus the boat behind it', () => {
  assert.equal(reachOf(rode, yacht).toFixed(1), '39.3')
  assert.equal(swingRadius(rode, yacht).toFixed(1), '48.3')
})

test('the suggested radius has a margin for receiver and anchor', () => {
  assert.equal(suggestedRadius(rode, yacht, good), 63)
  assert.ok(suggestedRadius(rode, yacht, { ...good, fix: 7.2 }) > 70, 'poor fixes need more')
  assert.equal(suggestedRadius(rode, yacht, { fix: 0.1, anchor: 0 }), 54, 'never less than five metres')
})

test('unknown dimensions widen the circle, never narrow it', () => {
  const unknown = suggestedRadius(rode, {}, good)
  assert.ok(unknown >= suggestedRadius(rode, yacht, good))
  assert.ok(suggestedRadius(rode, { length: 12 }, good) >= suggestedRadius(rode, yacht, good))
})

test('watches seven times the depth while the rode is paid out', () => {
  const radius = provisionalRadius(6, yacht, good)
  assert.equal(radius, Math.ceil(7 * 7.2 + 9 + Math.hypot(10.8, 9)))
  assert.ok(radius > suggestedRadius(rode, yacht, good))
  assert.ok(provisionalRadius(undefined, {}, good) > 70, 'without a sounder')
  assert.equal(provisionalRadius(0.1, { ...yacht, fromBow: 0, bowHeight: 0 }, { fix: 0, anchor: 0 }), 30)
})

test('refuses a rode that does not reach the sea-bed or is not a number', () => {
  const refused = (rodeLength: number, anchorDepth: number): void =>
    assert.throws(() => checkRode({ rodeLength, anchorDepth }, yacht), { code: 'invalid-value' })
  refused(7, 6)
  refused(0, 0)
  refused(-5, 3)
  refused(40, -1)
  refused(NaN, 6)
  refused(Infinity, 6)
  refused(40, NaN)
  checkRode({ rodeLength: 7.2, anchorDepth: 6 }, yacht)
  checkRode({ rodeLength: 6, anchorDepth: 6 }, {})
})
