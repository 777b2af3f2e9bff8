import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameOf, offsetAt, pointAt, reachOf, scaleBarMetres, steppedUp } from './frame.ts'
import { hullPath, hullShape } from './hull.ts'
import { directionOf, distanceBetween, lengthOf, moved, offsetFrom, placeFrom } from './plane.ts'

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
