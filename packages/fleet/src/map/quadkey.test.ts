import assert from 'node:assert/strict'
import { test } from 'node:test'
import { middleOf, quadkeyOf, squaresOf } from './quadkey.ts'

test('a key names the quarters of the map, from the north-west', () => {
  assert.equal(quadkeyOf({ latitude: 80, longitude: -170 }, 3), '000')
  assert.equal(quadkeyOf({ latitude: -80, longitude: 170 }, 3), '333')
  assert.equal(quadkeyOf({ latitude: 54.3, longitude: 10.1 }, 6), '120201')
  assert.equal(quadkeyOf({ latitude: 90, longitude: 180 }, 2), '11')
})

test('the middle of a square is in it', () => {
  for (let latitude = -84; latitude <= 84; latitude += 7)
    for (let longitude = -179; longitude <= 179; longitude += 13) {
      const key = quadkeyOf({ latitude, longitude }, 9)
      assert.equal(quadkeyOf(middleOf(key), 9), key)
    }
})

test('the squares of a box cover all its points, including those beyond the date line', () => {
  for (const box of [
    { south: 50, west: 5, north: 60, east: 20 },
    { south: -20, west: 170, north: -10, east: -170 },
  ]) {
    const keys = squaresOf(box, 6, 64) ?? []
    assert.equal(new Set(keys).size, keys.length)
    for (let latitude = box.south; latitude <= box.north; latitude += 0.5)
      for (let step = 0; step <= 20; step += 0.5) {
        const longitude = ((box.west + Math.min(step, (box.east - box.west + 360) % 360) + 540) % 360) - 180
        assert.ok(keys.includes(quadkeyOf({ latitude, longitude }, 6)), `${latitude} ${longitude}`)
      }
  }
})

test('a box that is too large has no squares, and one around the earth has all of a row', () => {
  const earth = { south: -85, west: -180, north: 85, east: 180 }
  assert.equal(squaresOf(earth, 6, 64), undefined)
  assert.equal(squaresOf({ south: 1, west: 10, north: 2, east: 9 }, 2, 64)?.length, 4)
})
