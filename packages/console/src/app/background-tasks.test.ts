import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coastAround, tileAt } from './background-tasks.ts'

test('Hanko is in the expected tile', () => {
  assert.deepEqual(tileAt({ latitude: 59.8, longitude: 22.9 }, 8), [144, 74])
})

test('every zoom level has the tile of the boat and its neighbours, at most 75 in all', () => {
  const tiles = coastAround({ latitude: 59.8, longitude: 22.9 })
  for (const tile of ['0/0/0', '1/1/0', '2/0/3', '8/143/73', '8/144/74', '8/145/75'])
    assert.ok(tiles.includes(tile), tile)
  assert.equal(tiles.length, 75)
  assert.equal(new Set(tiles).size, tiles.length)
})

test('at the date line the tiles continue at the other end of the map', () => {
  const tiles = coastAround({ latitude: -17, longitude: 179.99 })
  assert.ok(tiles.includes('8/255/140') && tiles.includes('8/0/140'), tiles.join(' '))
})

test('no tile lies beyond the map, however far north the boat is', () => {
  for (const latitude of [89, -89]) {
    const tiles = coastAround({ latitude, longitude: 180 })
    assert.ok(tiles.every((tile) => tile.split('/').every((part) => Number(part) >= 0)))
    for (const tile of tiles) {
      const [z = 0, x = 0, y = 0] = tile.split('/').map(Number)
      assert.ok(x < 2 ** z && y < 2 ** z, tile)
    }
  }
})
