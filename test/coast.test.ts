import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { suite, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import { openCoast } from '../packages/server/src/charts/coast.ts'

type Place = { readonly z: number; readonly x: number; readonly y: number }
type Point = { readonly x: number; readonly y: number }
type Position = readonly [latitude: number, longitude: number]

const extent = 4096
const buffer = 32
const coast = openCoast()

interface Shapes {
  readonly land: Point[][]
  readonly coast: Point[][]
}

const pathsOf = (layer: VectorTileLayer | undefined): Point[][] =>
  Array.from({ length: layer?.length ?? 0 }, (_, index) => layer!.feature(index).loadGeometry()).flat()

/** Decoded with an independent library. */
const shapesAt = async (place: Place): Promise<Shapes> => {
  const tile = await coast.tile(place)
  if (tile === undefined) return { land: [], coast: [] }
  const { layers } = new VectorTile(new PbfReader(gunzipSync(tile.bytes)))
  for (const layer of Object.values(layers)) assert.equal(layer.extent, extent)
  return { land: pathsOf(layers['land']), coast: pathsOf(layers['coast']) }
}

/** Winding number of the rings around a point: a canvas fills everything but 0. */
const turnsAround = (rings: readonly Point[][], { x, y }: Point): number => {
  let turns = 0
  for (const ring of rings)
    for (const [index, to] of ring.entries()) {
      const from = ring[index - 1]
      if (from === undefined || from.y <= y === to.y <= y) continue
      const isEast = from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x) > x
      if (isEast) turns += to.y > from.y ? 1 : -1
    }
  return turns
}

const placeOf = ([latitude, longitude]: Position, z: number): { place: Place; point: Point } => {
  const radians = (latitude * Math.PI) / 180
  const x = (longitude / 360 + 0.5) * 2 ** z
  const y = (0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * 2 ** z
  const [column, row] = [Math.floor(x), Math.floor(y)]
  return {
    place: { z, x: column, y: row },
    point: { x: (x - column) * extent, y: (y - row) * extent },
  }
}

const turnsAt = async (position: Position, z: number): Promise<number> => {
  const { place, point } = placeOf(position, z)
  return turnsAround((await shapesAt(place)).land, point)
}

const doubleArea = (ring: readonly Point[]): number =>
  ring.reduce((sum, { x, y }, index) => {
    const before = ring[index - 1]
    return before === undefined ? 0 : sum + before.x * y - x * before.y
  }, 0)

const segmentsOf = (line: readonly Point[]): { from: Point; to: Point; length: number }[] =>
  line.flatMap((to, index) => {
    const from = line[index - 1]
    return from === undefined ? [] : [{ from, to, length: Math.hypot(to.x - from.x, to.y - from.y) }]
  })

/** Tile borders, the date line, and the end of the map. */
const bordersOf = ({ z, x, y }: Place): { upright: Set<number>; level: Set<number> } => {
  const last = 2 ** z - 1
  const cut = [-buffer, extent + buffer]
  return {
    upright: new Set([...cut, ...(x === 0 ? [0] : []), ...(x === last ? [extent] : [])]),
    level: new Set([...cut, ...(y === last ? [extent] : [])]),
  }
}

const everyPlace = function* (zooms: readonly number[]): Generator<Place> {
  for (const z of zooms) for (let x = 0; x < 2 ** z; x++) for (let y = 0; y < 2 ** z; y++) yield { z, x, y }
}

/** Tiles of the deepest zoom around the Baltic, Fiji, the Bering Strait and Antarctica. */
const deepPlaces: readonly Place[] = (
  [
    [59.9, 23.2],
    [-16.8, 179.9],
    [-16.8, -179.9],
    [66, 179.9],
    [66, -179.9],
    [-84.4, -179.9],
    [-84.9, 160],
    [57, 10],
  ] as const
).map((position) => placeOf(position, 8).place)

const sea: Readonly<Record<string, Position>> = {
  'the Gulf of Bothnia': [62.5, 20],
  'the Gulf of Finland': [59.9, 25],
  'the Gulf of Riga': [57.8, 23.5],
  'the Bay of Bothnia': [64.8, 23.3],
  'the Baltic off Gotland': [56, 18.5],
  'the Black Sea': [43, 34],
  'the Caspian': [42, 50.5],
  'the Red Sea': [20, 38.5],
  'the Atlantic': [40, -40],
  'the Pacific at the date line': [0, 179.99],
  'the Pacific beyond the date line': [0, -179.99],
  'the Ross Sea': [-75, 179.9],
  'the Arctic': [84, 0],
  'Hudson Bay': [60, -85],
}

const land: Readonly<Record<string, Position>> = {
  'inland from Hanko': [60.2, 23.5],
  'the Sahara': [23, 10],
  Iceland: [65, -18],
  Siberia: [67, 179.9],
  'Siberia beyond the date line': [67, -179.5],
  Antarctica: [-80, 60],
  'Antarctica where the map ends': [-85, -100],
  'Antarctica at the date line': [-84.9, 179.99],
  Crimea: [45.2, 34.3],
  Greenland: [72, -40],
}

suite('the bundled coastline', () => {
  const zooms = [0, 1, 2, 3, 4, 5, 6, 7, 8]

  for (const [name, position] of Object.entries(sea))
    test(`${name} is sea at every zoom`, async () => {
      for (const z of zooms) assert.equal(await turnsAt(position, z), 0, `zoom ${z}`)
    })

  for (const [name, position] of Object.entries(land))
    test(`${name} is land at every zoom`, async () => {
      for (const z of zooms) assert.equal(await turnsAt(position, z), 1, `zoom ${z}`)
    })

  test('small land appears where a tile is small enough to show it', async () => {
    const islands: readonly Position[] = [
      [60, 23.5],
      [-16.65, 178.95],
      // Taveuni in Fiji, which the date line cuts.
      [-16.93, 179.97],
      [-16.82, -179.97],
    ]
    for (const position of islands)
      for (const z of [6, 7, 8])
        assert.equal(await turnsAt(position, z), 1, `${position.join()} at zoom ${z}`)
  })

  test('land is wound clockwise and inner waters anticlockwise', async () => {
    const { place } = placeOf([42, 50.5], 3)
    const areas = (await shapesAt(place)).land.map(doubleArea)
    assert.ok(
      areas.some((area) => area < 0),
      'the Caspian',
    )
    assert.ok(areas.reduce((sum, area) => sum + area, 0) > 0)
    for (const each of everyPlace([0, 1, 2, 3, 4]))
      for (const ring of (await shapesAt(each)).land) {
        assert.deepEqual(ring[0], ring.at(-1))
        assert.notEqual(doubleArea(ring), 0)
      }
  })

  test('no coast runs along tile borders, the date line or the end of the map', async () => {
    let segments = 0
    for (const place of [...everyPlace([0, 1, 2, 3, 4, 5]), ...deepPlaces]) {
      const { upright, level } = bordersOf(place)
      for (const { from, to, length } of (await shapesAt(place)).coast.flatMap(segmentsOf)) {
        segments++
        // A coast may touch a border briefly; a visible grid would be long.
        if (length < extent / 64) continue
        assert.ok(from.x !== to.x || !upright.has(to.x), JSON.stringify({ place, from, to }))
        assert.ok(from.y !== to.y || !level.has(to.y), JSON.stringify({ place, from, to }))
      }
    }
    assert.ok(segments > 100_000, `${segments}`)
  })

  test('the coast separates land from water', async () => {
    let seen = 0
    for (const place of deepPlaces) {
      const shapes = await shapesAt(place)
      for (const { from, to, length } of shapes.coast.flatMap(segmentsOf)) {
        if (length < 16) continue
        seen++
        const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
        const aside = { x: (to.y - from.y) / length, y: (from.x - to.x) / length }
        const turns = [-1, 1].map((side) =>
          turnsAround(shapes.land, { x: middle.x + side * aside.x, y: middle.y + side * aside.y }),
        )
        assert.deepEqual(new Set(turns), new Set([0, 1]), JSON.stringify({ place, from, to }))
      }
    }
    assert.ok(seen > 300, `${seen}`)
  })

  test('open sea takes no space, and all-land tiles are stored once', async () => {
    assert.equal(await coast.tile({ z: 8, x: 100, y: 100 }), undefined)
    const inland = await shapesAt(placeOf([23, 10], 8).place)
    const [near, far] = [-buffer, extent + buffer]
    assert.deepEqual(inland.coast, [])
    assert.deepEqual(
      inland.land.map((ring) => ring.map(({ x, y }) => [x, y])),
      [
        [
          [near, near],
          [far, near],
          [far, far],
          [near, far],
          [near, near],
        ],
      ],
    )
    const file = new URL('../packages/server/assets/coast/coast.generated.pack', import.meta.url)
    assert.ok(statSync(file).size <= 4 * 2 ** 20)
  })
})
