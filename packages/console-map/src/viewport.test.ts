import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Viewport, type Sight, lookAhead, openingResolution } from './viewport.ts'
import { nearestX, resolutionOf, toMap, toPlace, worldWidth, zoomOf } from './earth.ts'

const sight: Sight = {
  center: toMap({ latitude: 59.8, longitude: 22.9 }),
  resolution: 10,
  rotation: 0,
  width: 400,
  height: 800,
}
const isNear = (one: readonly number[], other: readonly number[], within = 1e-6): boolean =>
  one.every((value, at) => Math.abs(value - (other[at] ?? Number.NaN)) <= within)

test('a place converts to the map and back, near the poles and at the date line', () => {
  for (const place of [
    { latitude: 59.8, longitude: 22.9 },
    { latitude: -84, longitude: -180 },
    { latitude: 0, longitude: 179.99 },
  ]) {
    const { latitude, longitude } = toPlace(toMap(place))
    assert.ok(isNear([latitude, longitude], [place.latitude, place.longitude]))
  }
})

test('a place in another copy of the world is the same place', () => {
  const [x, y] = toMap({ latitude: 10, longitude: -179 })
  assert.ok(Math.abs(toPlace([x + worldWidth, y]).longitude + 179) < 1e-9)
  const [east] = toMap({ latitude: 0, longitude: 179.99 })
  const [west] = toMap({ latitude: 0, longitude: -179.99 })
  assert.ok(nearestX(west, east) - east < 3_000)
})

test('zoom 0 shows the whole world in one tile', () => {
  assert.equal(zoomOf(worldWidth / 256), 0)
  assert.equal(resolutionOf(8) * 256, worldWidth / 256)
})

for (const rotation of [0, 1, -2.5, Math.PI])
  test(`with a rotation of ${rotation}, every pixel converts to a point and back`, () => {
    const viewport = new Viewport({ ...sight, rotation })
    for (const pixel of [
      [0, 0],
      [399, 12],
      [200, 400],
    ] as const)
      assert.ok(isNear(viewport.pixelOf(viewport.pointAt(pixel)), pixel))
  })

test('with east up, a place in the east is above the middle', () => {
  const viewport = new Viewport({ ...sight, rotation: -Math.PI / 2 })
  const [x, y] = viewport.pixelOf([sight.center[0] + 1_000, sight.center[1]])
  assert.ok(isNear([x, y], [200, 300]))
})

test('the boat can be placed anywhere on a rotated screen', () => {
  const turned = new Viewport({ ...sight, rotation: 0.7 })
  const boat = toMap({ latitude: 59.81, longitude: 22.95 })
  const laid = new Viewport({ ...sight, rotation: 0.7, center: turned.centerFor(boat, [-30, 90]) })
  assert.ok(isNear(laid.pixelOf(boat), [170, 490]))
})

test('the length of a mile in pixels depends on the latitude', () => {
  const viewport = new Viewport(sight)
  assert.ok(
    Math.abs(viewport.pixelsFor(1_852, { latitude: 59.8, longitude: 0 }) - 1_852 / viewport.metresPerPixel) <
      0.01,
  )
})

test('a quarter of an hour of travel takes a third of the smaller side', () => {
  const speed = 5
  const resolution = openingResolution({ latitude: 59.8, speed, size: sight })
  const viewport = new Viewport({ ...sight, resolution })
  assert.ok(Math.abs(viewport.pixelsFor(speed * 900, { latitude: 59.8, longitude: 0 }) - 400 / 3) < 0.5)
})

test('a boat at rest or of unknown speed opens with its surroundings', () => {
  const still = openingResolution({ latitude: 59.8, speed: 0, size: sight })
  assert.equal(openingResolution({ latitude: 59.8, speed: undefined, size: sight }), still)
  assert.ok(new Viewport({ ...sight, resolution: still }).metresPerPixel > 3)
})

test('more is visible ahead than astern', () => {
  const motion = { course: Math.PI / 2, speed: 4 }
  assert.ok(isNear(lookAhead(motion, 0, sight), [-80, 0]))
  assert.ok(isNear(lookAhead(motion, -Math.PI / 2, sight), [0, 160]), 'course up: it stands low')
})

test('a boat at rest or of unknown course is in the middle', () => {
  assert.deepEqual(lookAhead({ course: 1, speed: 0.2 }, 0, sight), [0, 0])
  assert.deepEqual(lookAhead({ course: undefined, speed: 4 }, 0, sight), [0, 0])
})
