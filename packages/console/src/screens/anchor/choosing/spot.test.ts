import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearingText, bearingTurned, bearingTyped } from '#screens/anchor/state/bearings.ts'
import { placeInRoute, placeOf, sightOf, type Spot } from './spot.ts'

const boat = { latitude: 54.4321, longitude: 10.1234 }
const degree = Math.PI / 180

test('what is typed is seen from the boat, and goes where the boat goes', () => {
  const spot: Spot = { kind: 'seen', bearing: 90 * degree, metres: 30 }
  const [first, second] = [boat, { ...boat, latitude: 54.4331 }].map((place) => placeOf(spot, place))
  assert.ok(first !== undefined && second !== undefined)
  assert.ok(first.longitude > boat.longitude && Math.abs(first.latitude - boat.latitude) < 1e-9)
  assert.ok(Math.abs(second.latitude - first.latitude - 0.001) < 1e-9)
})

test('what was dragged or came from the chart stays where it is, and is seen elsewhere from elsewhere', () => {
  const spot: Spot = { kind: 'placed', place: { latitude: 54.4331, longitude: 10.1234 } }
  const { bearing, metres } = sightOf(spot, boat)
  assert.equal(bearingText(bearing ?? NaN), '000')
  assert.ok(Math.abs((metres ?? 0) - 111.195) < 0.01)
  const past = sightOf(spot, { ...boat, latitude: 54.4341 })
  assert.equal(bearingText(past.bearing ?? NaN), '180')
  assert.deepEqual(placeOf(spot, undefined), spot.place)
})

test('a spot and how it is seen are the same, there and back, on the dateline too', () => {
  for (const from of [boat, { latitude: -16.5, longitude: 179.9999 }])
    for (const bearing of [10, 95, 200, 355]) {
      const place = placeOf({ kind: 'seen', bearing: bearing * degree, metres: 40 }, from)
      assert.ok(place !== undefined && Math.abs(place.longitude) <= 180)
      const seen = sightOf({ kind: 'placed', place }, from)
      assert.equal(bearingText(seen.bearing ?? NaN), String(bearing).padStart(3, '0'))
      assert.ok(Math.abs((seen.metres ?? 0) - 40) < 1e-6)
    }
})

test('half of it tells nothing, and without a boat nothing is seen from it', () => {
  assert.equal(placeOf({ kind: 'seen', bearing: undefined, metres: 30 }, boat), undefined)
  assert.equal(placeOf({ kind: 'seen', bearing: 1, metres: undefined }, boat), undefined)
  assert.equal(placeOf({ kind: 'seen', bearing: 1, metres: 30 }, undefined), undefined)
  assert.deepEqual(placeOf({ kind: 'seen', bearing: undefined, metres: 0 }, boat), boat)
  assert.equal(sightOf({ kind: 'placed', place: boat }, undefined).metres, undefined)
})

test('a bearing has three digits, 360 is north, and beyond it there is none', () => {
  assert.equal(bearingText(5 * degree), '005')
  assert.equal(bearingText(359.7 * degree), '000')
  assert.equal(bearingTyped('090'), 90 * degree)
  assert.equal(bearingTyped('360'), 0)
  assert.equal(bearingTyped('7,5'), 7.5 * degree)
  for (const text of ['', '361', '-5', '1e2', 'north', '90°']) assert.equal(bearingTyped(text), undefined)
  assert.equal(bearingTurned(2 * degree, -5), '357')
  assert.equal(bearingTurned(undefined, 5), '005')
})

test('an address can ask for a place, and for nothing that is none', () => {
  assert.deepEqual(placeInRoute('at/54.432100,-10.123400'), { latitude: 54.4321, longitude: -10.1234 })
  for (const rest of ['', 'at/', 'at/91,0', 'at/0,181', 'at/54', 'at/54,10,3', 'at/a,b', '54,10'])
    assert.equal(placeInRoute(rest), undefined, rest)
})
