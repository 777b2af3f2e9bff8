import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#faults.ts'
import { AnchorPlaceRequest, AnchorRadiusRequest, AnchorRepositionRequest } from './anchor.ts'

test('a radius is from 5 to 2000 metres', () => {
  const check = checkOf(AnchorRadiusRequest)
  for (const value of [5, 42.5, 2000]) assert.ok(check.accepts({ value }))
  for (const value of [4.99, 2000.1, -5, 0, Infinity, NaN, '50', null])
    assert.equal(check.accepts({ value }), false)
  assert.equal(check.accepts({ value: 50, units: 'm' }), false)
  assert.equal(check.accepts({}), false)
})

test('a reposition requires a positive rode length and a non-negative depth', () => {
  const check = checkOf(AnchorRepositionRequest)
  assert.ok(check.accepts({ rodeLength: 40, anchorDepth: 0 }))
  for (const body of [
    { rodeLength: 0, anchorDepth: 4 },
    { rodeLength: 40, anchorDepth: -1 },
    { rodeLength: 40 },
    { anchorDepth: 4 },
    { rodeLength: 40, anchorDepth: 4, rode: 1 },
    { rodeLength: Infinity, anchorDepth: 4 },
  ])
    assert.equal(check.accepts(body), false)
})

test('an anchor position has only latitude and longitude, within range', () => {
  const check = checkOf(AnchorPlaceRequest)
  assert.ok(check.accepts({ latitude: -90, longitude: 180 }))
  for (const body of [
    { latitude: 90.1, longitude: 0 },
    { latitude: 0, longitude: -180.1 },
    { latitude: 54 },
    { longitude: 10 },
    { latitude: NaN, longitude: 10 },
    { latitude: '54', longitude: 10 },
    { latitude: 54, longitude: 10, altitude: 0 },
  ])
    assert.equal(check.accepts(body), false)
})
