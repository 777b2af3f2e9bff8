import assert from 'node:assert/strict'
import { test } from 'node:test'
import { degree } from '@marinedata/model'
import { bearingText, bearingTurned, bearingTyped } from '#screens/anchor/figures.ts'
import {
  placeInRoute,
  placeOf,
  sightOf,
  type Spot,
  frameOf,
  offsetAt,
  pointAt,
  reachOf,
  scaleBarMetres,
  steppedUp,
  hullPath,
  hullShape,
  directionOf,
  distanceBetween,
  lengthOf,
  moved,
  offsetFrom,
  placeFrom,
} from './plane.ts'

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

const near = (one: number, other: number, by = 0.01): void =>
  assert.ok(Math.abs(one - other) <= by, `${one} is not ${other}`)

test('0.001° north is 111 m, and east is shorter far from the equator', () => {
  const north = offsetFrom({ latitude: 60, longitude: 20 }, { latitude: 60.001, longitude: 20 })
  near(north.north, 111.195)
  near(north.east, 0)
  const east = offsetFrom({ latitude: 60, longitude: 20 }, { latitude: 60, longitude: 20.001 })
  near(east.east, 55.6, 0.1)
})

test('offsets are correct across the date line', () => {
  near(distanceBetween({ latitude: 0, longitude: 179.9999 }, { latitude: 0, longitude: -179.9999 }), 22.24)
})

test('moving ahead on an easterly heading leads east', () => {
  const bow = moved({ east: 0, north: 0 }, Math.PI / 2, 9)
  near(bow.east, 9)
  near(bow.north, 0)
})

test('placeFrom and offsetFrom are inverse', () => {
  const here = { latitude: 54.4321, longitude: 10.1234 }
  const spot = placeFrom(here, moved({ east: 0, north: 0 }, Math.PI / 2, 30))
  near(spot.latitude, here.latitude, 1e-9)
  near((spot.longitude - here.longitude) * 111_195 * Math.cos((here.latitude * Math.PI) / 180), 30)
  for (const degrees of [0, 1, 90, 179.5, 180, 270, 359])
    for (const metres of [1, 30, 299]) {
      const there = placeFrom(here, moved({ east: 0, north: 0 }, (degrees * Math.PI) / 180, metres))
      const seen = offsetFrom(here, there)
      near(lengthOf(seen), metres, 1e-6)
      near(Math.cos(directionOf(seen) - (degrees * Math.PI) / 180), 1, 1e-9)
    }
})

test('a place across the date line has a valid longitude and the right distance', () => {
  const east = { latitude: -16.5, longitude: 179.9999 }
  const there = placeFrom(east, { east: 30, north: 0 })
  assert.ok(there.longitude < -179.99 && there.longitude >= -180, `${there.longitude}`)
  near(offsetFrom(east, there).east, 30, 1e-6)
  const back = placeFrom(there, { east: -30, north: 0 })
  near(back.longitude, east.longitude, 1e-9)
})

test('a direction counts clockwise from north and is never negative', () => {
  near(directionOf({ east: 0, north: 1 }), 0)
  near(directionOf({ east: 1, north: 0 }), Math.PI / 2)
  near(directionOf({ east: -1, north: 0 }), 1.5 * Math.PI)
})

test('a pixel converts to an offset and back', () => {
  const frame = frameOf({ width: 390, height: 300 }, 45)
  const { x, y } = pointAt(frame, offsetAt(frame, { x: 250, y: 40 }))
  near(x, 250)
  near(y, 40)
})

test('the circle fills the drawing, and items beyond it are still visible', () => {
  assert.equal(reachOf({ ring: 45, farthest: 31 }), 45)
  assert.equal(reachOf({ ring: 45, farthest: 62 }), 63)
  assert.equal(reachOf({ ring: 5, farthest: 0 }), 20, 'not so near that a boat fills it')
})

test('the scale changes in steps', () => {
  assert.equal(steppedUp(61), steppedUp(62.9))
  assert.equal(steppedUp(80), 80)
  assert.equal(steppedUp(810), 1_000)
})

test('north is up, and the circle fits the drawing', () => {
  const frame = frameOf({ width: 390, height: 300 }, 45)
  assert.deepEqual(pointAt(frame, { east: 0, north: 0 }), { x: 195, y: 150 })
  const north = pointAt(frame, { east: 0, north: 45 })
  near(north.x, 195)
  near(north.y, 30)
})

test('a scale bar has a round length that fits', () => {
  assert.equal(scaleBarMetres({ pixelsPerMetre: 2 }, 90), 20)
  assert.equal(scaleBarMetres({ pixelsPerMetre: 1.5 }, 90), 50)
  assert.equal(scaleBarMetres({ pixelsPerMetre: 0.4 }, 90), 200)
})

test('the boat is drawn to scale, with its antenna in place', () => {
  const shape = hullShape({ length: 12, beam: 4, fromBow: 9, fromCentre: 0 }, 5)
  assert.deepEqual(shape, { ahead: 45, aside: 0, length: 60, beam: 20, isSymbol: false })
  assert.match(hullPath(shape), /^M0\.0 -45\.0C/)
})

test('a boat too small to see is drawn as a symbol', () => {
  const shape = hullShape({ length: 12, beam: undefined, fromBow: undefined, fromCentre: undefined }, 0.5)
  assert.equal(shape.isSymbol, true)
  assert.equal(shape.length, 26)
  assert.equal(shape.ahead, 13)
})
