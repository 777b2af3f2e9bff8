import type { BoundingBox, FleetMapLine } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyPicture, isGoodFor, pictureAfter, windowAround } from './map-feed.ts'

const mark = (vessel: string, latitude = 54) => ({ vessel, latitude, longitude: 10, at: 0 })
const line = (more: Partial<FleetMapLine>): FleetMapLine => ({ isWhole: false, boats: [], gone: [], ...more })
const box = (...[south, west, north, east]: readonly [number, number, number, number]): BoundingBox => ({
  south,
  west,
  north,
  east,
})

test('boats come, move and go; a whole line begins again', () => {
  const first = pictureAfter(emptyPicture, line({ isWhole: true, boats: [mark('a'), mark('b')] }))
  const second = pictureAfter(first, line({ boats: [mark('a', 55), mark('c')], gone: ['b'] }))
  assert.deepEqual([...second.marks.values()], [mark('a', 55), mark('c')])
  const cells = [{ latitude: 54, longitude: 10, count: 700 }]
  const third = pictureAfter(second, line({ isWhole: true, cells }))
  assert.deepEqual(third, { marks: new Map(), cells })
  // A line without a change keeps the numbers.
  assert.deepEqual(pictureAfter(third, line({})).cells, cells)
  assert.equal(pictureAfter(third, line({ isWhole: true, boats: [mark('a')] })).cells, undefined)
})

test('a window is larger than what is shown, and good until the map has moved far or was zoomed', () => {
  const shown = box(54, 9, 56, 13)
  const window = windowAround(shown)
  assert.deepEqual(window, box(53.5, 8, 56.5, 14))
  assert.equal(isGoodFor(undefined, shown), false)
  assert.equal(isGoodFor(window, shown), true)
  assert.equal(isGoodFor(window, box(54.3, 9.8, 56.3, 13.8)), true)
  assert.equal(isGoodFor(window, box(54, 11, 56, 15)), false)
  assert.equal(isGoodFor(window, box(55, 10, 55.5, 11)), false)
})

test('windows cross the date line, and a wide window goes around the earth', () => {
  const window = windowAround(box(0, 170, 10, -170))
  assert.deepEqual(window, box(-2.5, 165, 12.5, -165))
  assert.equal(isGoodFor(window, box(0, 172, 10, -168)), true)
  assert.equal(isGoodFor(window, box(0, 160, 10, 175)), false)
  const whole = windowAround(box(-80, -180, 80, 180))
  assert.deepEqual(whole, box(-90, -180, 90, 180))
  assert.equal(isGoodFor(whole, box(-85, 100, 85, 90)), true)
})
