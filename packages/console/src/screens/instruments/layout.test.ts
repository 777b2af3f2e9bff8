import { preferenceLimits } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changed,
  freePageId,
  layoutLimits,
  moved,
  newTile,
  pagesFrom,
  removed,
  storedPages,
  type InstrumentPage,
} from './layout.ts'

const speed = newTile('number', 'navigation.speedOverGround')
const depth = newTile('graph', 'environment.depth.belowKeel')
const heel = newTile('dial', 'navigation.attitude:roll')
const page = (id: string, tiles = [speed, depth]): InstrumentPage => ({ id, name: '', tiles })

const readBack = (pages: unknown): unknown => pagesFrom(JSON.parse(JSON.stringify(pages)))

test('pages are the same after they were stored and read', () => {
  const pages = [page('sail', [newTile('sail'), speed]), { ...page('page-1'), name: 'Night' }]
  assert.deepEqual(readBack(storedPages(pages)), pages)
})

test('a user without pages has an empty list', () => {
  for (const stored of [{}, null, 'pages', { pages: [] }, { pages: 3 }])
    assert.equal(readBack(stored), undefined)
})

const invalid: readonly (readonly [what: string, tile: unknown])[] = [
  ['an unknown kind', ['clock', 'a.b', 1, 1]],
  ['no path', ['number', '', 1, 1]],
  ['a sailing dial with a path', ['sail', 'a.b', 1, 1]],
  ['no width', ['number', 'a.b', 0, 1]],
  ['a broken width', ['number', 'a.b', 1.5, 1]],
  ['a height beyond the limit', ['number', 'a.b', 1, layoutLimits.height + 1]],
  ['a path beyond the limit', ['number', 'a'.repeat(layoutLimits.pathLength + 1), 1, 1]],
  ['no tile', 'number'],
]
for (const [what, tile] of invalid)
  test(`pages with a tile with ${what} are rejected as a whole`, () => {
    assert.equal(readBack({ pages: [{ id: 'a', name: '', tiles: [tile] }] }), undefined)
  })

test('too many pages, too many tiles, and two pages with the same id are rejected', () => {
  const many = (count: number): InstrumentPage[] => Array.from({ length: count }, (_, at) => page(`p${at}`))
  assert.equal(pagesFrom(storedPages(many(layoutLimits.pages)))?.length, layoutLimits.pages)
  assert.equal(pagesFrom(storedPages(many(layoutLimits.pages + 1))), undefined)
  const full = Array.from({ length: layoutLimits.tiles + 1 }, () => speed)
  assert.equal(pagesFrom(storedPages([page('full', full)])), undefined)
  assert.equal(pagesFrom(storedPages([page('a'), page('a')])), undefined)
})

test('the boat can store as many pages and tiles as a user can make', () => {
  const path = 'p'.repeat(layoutLimits.pathLength)
  const tiles = Array.from({ length: layoutLimits.tiles }, () => newTile('number', path))
  const pages = Array.from({ length: layoutLimits.pages }, (_, at) => page(`page-${at}`, tiles))
  const { length } = JSON.stringify({ instruments: storedPages(pages) })
  assert.ok(length < preferenceLimits.bytes * 0.9, `${length} bytes`)
})

test('a tile moves to another place, and stays when there is no such place', () => {
  const tiles = [speed, depth, heel]
  assert.deepEqual(moved(tiles, 0, 2), [depth, heel, speed])
  assert.deepEqual(moved(tiles, 2, 0), [heel, speed, depth])
  for (const [from, to] of [
    [0, -1],
    [2, 3],
    [7, 0],
  ] as const)
    assert.equal(moved(tiles, from, to), tiles)
})

test('a tile is resized within the limits only', () => {
  const tiles = [speed]
  assert.equal(changed(tiles, 0, { width: 2 })[0]?.width, 2)
  assert.equal(changed(tiles, 0, { width: 0 }), tiles)
  assert.equal(changed(tiles, 0, { height: layoutLimits.height + 1 }), tiles)
  assert.deepEqual(removed([speed, depth], 0), [depth])
})

test('a new page has a new id', () => {
  assert.equal(freePageId([page('sail'), page('page-1'), page('page-3')]), 'page-2')
})
