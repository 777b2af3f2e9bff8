import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolutionOf, toMap } from './earth.ts'
import { Viewport } from './viewport.ts'
import { makeTile } from '#testing/made-tile.ts'
import { coastShapes } from './coast.ts'
import { addressOf, cornerOf, parentOf, tilesIn } from './tiles.ts'

/** Two squares of land, and the coast of the first. */
const tile = makeTile({
  land: [
    {
      type: 3,
      paths: [
        [-32, 100, 168, 100, 168, 300, -32, 300],
        [3968, 310, 4018, 310, 4018, 360],
      ],
    },
  ],
  coast: [{ type: 2, paths: [[5, 5, -5, 9]] }],
  other: [{ type: 2, paths: [[1, 1]] }],
})

test('land and coast of a tile are separated, and deltas continue across paths', () => {
  const { land, coast } = coastShapes(tile)
  assert.deepEqual(land, [
    [-32, 100, 168, 100, 168, 300, -32, 300],
    [3968, 310, 4018, 310, 4018, 360],
  ])
  assert.deepEqual(coast, [[5, 5, -5, 9]])
})

test('an empty tile is sea', () => {
  assert.deepEqual(coastShapes(new Uint8Array()), { land: [], coast: [] })
})

test('a truncated tile is rejected', () => {
  for (const length of [1, 5, 30, tile.length - 1])
    assert.throws(() => coastShapes(tile.subarray(0, length)), RangeError)
})

test('invalid bytes are rejected', () => {
  assert.throws(() => coastShapes(Uint8Array.from(Buffer.from('{"type":"about:blank"}'))), RangeError)
})

const frameAt = (longitude: number, zoom: number, rotation = 0): Viewport =>
  new Viewport({
    center: toMap({ latitude: 59.8, longitude }),
    resolution: resolutionOf(zoom),
    rotation,
    width: 400,
    height: 800,
  })

test('the tiles cover the screen', () => {
  const spots = tilesIn(frameAt(22.9, 14), 8)
  assert.ok(spots.length >= 1 && spots.length <= 4)
  assert.ok(spots.every(({ z }) => z === 8))
  const [x, y] = cornerOf(spots[0]!)
  assert.ok(x <= toMap({ latitude: 0, longitude: 22.9 })[0])
  assert.ok(y >= toMap({ latitude: 59.8, longitude: 0 })[1])
})

test('the same tiles are requested across the date line', () => {
  const addresses = tilesIn(frameAt(179.99, 8), 8).map(addressOf)
  assert.ok(addresses.some((address) => address.startsWith('8/255/')))
  assert.ok(addresses.some((address) => address.startsWith('8/0/')))
})

test('a rotated screen needs more tiles', () => {
  assert.ok(tilesIn(frameAt(22.9, 8, 0.8), 8).length > tilesIn(frameAt(22.9, 8), 8).length)
})

test('zoom 0 is one tile, and nothing lies above it', () => {
  assert.equal(parentOf({ z: 0, x: 0, y: 0 }), undefined)
  assert.deepEqual(parentOf({ z: 3, x: -1, y: 5 }), { z: 2, x: -1, y: 2 })
})
