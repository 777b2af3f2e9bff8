import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxZoom, isPlace, tileIdOf } from './tile-id.ts'

test('gives the ids of the examples in the specification', () => {
  const examples = [
    [0, 0, 0, 0],
    [1, 0, 0, 1],
    [1, 0, 1, 2],
    [1, 1, 1, 3],
    [1, 1, 0, 4],
    [2, 0, 0, 5],
    [12, 3423, 1763, 19_078_479],
  ] as const
  for (const [z, x, y, id] of examples) assert.equal(tileIdOf({ z, x, y }), id)
})

test('the ids of each zoom are unique and consecutive, and successive tiles are adjacent', () => {
  for (let z = 0; z <= 6; z++) {
    const placeById = new Map<number, { x: number; y: number }>()
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) placeById.set(tileIdOf({ z, x, y }), { x, y })
    const first = (4 ** z - 1) / 3
    assert.equal(placeById.size, 4 ** z)
    for (let id = first + 1; id < first + 4 ** z; id++) {
      const [from, to] = [placeById.get(id - 1)!, placeById.get(id)!]
      assert.equal(Math.abs(from.x - to.x) + Math.abs(from.y - to.y), 1, `${id}`)
    }
  }
})

test('ids are exact up to the maximum zoom, and higher zooms are rejected', () => {
  const last = 2 ** maxZoom - 1
  assert.equal(tileIdOf({ z: maxZoom, x: last, y: 0 }), (4 ** (maxZoom + 1) - 1) / 3 - 1)
  assert.ok(Number.isSafeInteger(tileIdOf({ z: maxZoom, x: last, y: last })))
  assert.ok(isPlace({ z: maxZoom, x: last, y: last }))
  for (const place of [
    { z: maxZoom + 1, x: 0, y: 0 },
    { z: 1, x: 2, y: 0 },
    { z: 1, x: 0, y: 2 },
    { z: 1, x: -1, y: 0 },
    { z: 1, x: 0.5, y: 0 },
    { z: NaN, x: 0, y: 0 },
  ])
    assert.ok(!isPlace(place))
})
