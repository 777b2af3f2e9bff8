import { degree } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearingText, bearingTurned, bearingTyped } from '#screens/anchor/state/bearings.ts'
import { placeInRoute, placeOf, sightOf, type Spot } from './spot.ts'

const boat = { latitude: 54.4321, longitude: 10.1234 }

test('a typed position is relative to the boat and moves with it', () => {
  const spot: Spot = { kind: 'seen', bearing: 90 * degree, metres: 30 }
  const [first, second] = [boat, { ...boat, latitude: 54.4331 }].map((place) => placeOf(spot, place))
  assert.ok(first !== undefined && second !== undefined)
  assert.ok(first.longitude > boat.longitude && Math.abs(first.latitude - boat.latitude) < 1e-9)
  assert.ok(Math.abs(second.latitude - first.latitude - 0.001) < 1e-9)
})

test('a dragged position or one from the chart is absolute', () => {
  const spot: Spot = { kind: 'placed', place: { latitude: 54.4331, longitude: 10.1234 } }
  const { bearing, metres } = sightOf(spot, boat)
  assert.equal(bearingText(bearing ?? NaN), '000')
  assert.ok(Math.abs((metres ?? 0) - 111.195) < 0.01)
  const past = sightOf(spot, { ...boat, latitude: 54.4341 })
  assert.equal(bearingText(past.bearing ?? NaN), '180')
  assert.deepEqual(placeOf(spot, undefined), spot.place)
})

test('position and sight convert back and forth, across the date line too', () => {
  for (const from of [boat, { latitude: -16.5, longitude: 179.9999 }])
    for (const bearing of [10, 95, 200, 355]) {
      const place = placeOf({ kind: 'seen', bearing: bearing * degree, metres: 40 }, from)
      assert.ok(place !== undefined && Math.abs(place.longitude) <= 180)
      const seen = sightOf({ kind: 'placed', place }, from)
      assert.equal(bearingText(seen.bearing ?? NaN), String(bearing).padStart(3, '0'))
      assert.ok(Math.abs((seen.metres ?? 0) - 40) < 1e-6)
    }
})

test('an incomplete sight, or one without a boat, has no position', () => {
  assert.equal(placeOf({ kind: 'seen', bearing: undefined, metres: 30 }, boat), undefined)
  assert.equal(placeOf({ kind: 'seen', bearing: 1, metres: undefined }, boat), undefined)
  assert.equal(placeOf({ kind: 'seen', bearing: 1, metres: 30 }, undefined), undefined)
  assert.deepEqual(placeOf({ kind: 'seen', bearing: undefined, metres: 0 }, boat), boat)
  assert.equal(sightOf({ kind: 'placed', place: boat }, undefined).metres, undefined)
})

test('a bearing has three digits, 360 is 000, and larger numbers are invalid', () => {
  assert.equal(bearingText(5 * degree), '005')
  assert.equal(bearingText(359.7 * degree), '000')
  assert.equal(bearingTyped('090'), 90 * degree)
  assert.equal(bearingTyped('360'), 0)
  assert.equal(bearingTyped('7,5'), 7.5 * degree)
  for (const text of ['', '361', '-5', '1e2', 'north', '90°']) assert.equal(bearingTyped(text), undefined)
  assert.equal(bearingTurned(2 * degree, -5), '357')
  assert.equal(bearingTurned(undefined, 5), '005')
})

test('the address can contain a place, and an invalid one is ignored', () => {
  assert.deepEqual(placeInRoute('at/54.432100,-10.123400'), { latitude: 54.4321, longitude: -10.1234 })
  for (const rest of ['', 'at/', 'at/91,0', 'at/0,181', 'at/54', 'at/54,10,3', 'at/a,b', '54,10'])
    assert.equal(placeInRoute(rest), undefined, rest)
})
