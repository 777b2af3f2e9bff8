import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkOf } from '#faults.ts'
import { BoundingBox, isInside, isWholePosition, Position } from './position.ts'

const whole: readonly (readonly [title: string, value: object])[] = [
  ['a harbour in the north', { latitude: 53.54, longitude: 9.98 }],
  ['the south pole on the date line', { latitude: -90, longitude: -180 }],
  ['the north pole on the date line', { latitude: 90, longitude: 180 }],
  ['a position with an altitude', { latitude: 0, longitude: 0, altitude: -3.5 }],
]
const broken: readonly (readonly [title: string, value: object])[] = [
  ['half a position', { latitude: 53.54 }],
  ['the other half of a position', { longitude: 9.98 }],
  ['a latitude beyond the pole', { latitude: 90.001, longitude: 0 }],
  ['a longitude beyond the date line', { latitude: 0, longitude: -180.001 }],
  ['a latitude that is null', { latitude: null, longitude: 9.98 }],
  ['a latitude in words', { latitude: '53.54', longitude: 9.98 }],
  ['a latitude that is not a number', { latitude: NaN, longitude: 9.98 }],
  ['an endless longitude', { latitude: 0, longitude: Infinity }],
  ['an altitude in words', { latitude: 0, longitude: 0, altitude: 'high' }],
  ['a list of two numbers', [53.54, 9.98]],
]

for (const [title, value] of whole)
  test(`accepts ${title} as a position`, () => {
    assert.equal(isWholePosition(value), true)
    assert.equal(checkOf(Position).accepts(value), true)
  })

for (const [title, value] of broken)
  test(`rejects ${title} as a position`, () => {
    assert.equal(isWholePosition(value), false)
    assert.equal(checkOf(Position).accepts(value), false)
  })

const northSea = { south: 51, west: -4, north: 61, east: 9 }
const pacific = { south: -20, west: 170, north: 20, east: -170 }

for (const [title, box, latitude, longitude, expected] of [
  ['a boat in the middle of the box is inside', northSea, 55, 3, true],
  ['a boat on the corner of the box is inside', northSea, 51, -4, true],
  ['a boat north of the box is outside', northSea, 61.1, 3, false],
  ['a boat south of the box is outside', northSea, 50.9, 3, false],
  ['a boat east of the box is outside', northSea, 55, 9.1, false],
  ['a boat west of the box is outside', northSea, 55, -4.1, false],
  ['a boat west of the date line is inside a box across it', pacific, 0, 175, true],
  ['a boat east of the date line is inside a box across it', pacific, 0, -175, true],
  ['a boat on the date line is inside a box across it, by either sign', pacific, 0, 180, true],
  ['a boat on the date line is inside a box across it, by the other sign', pacific, 0, -180, true],
  ['a boat on the other side of the world is outside a box across the date line', pacific, 0, 0, false],
  ['a boat just west of a box across the date line is outside', pacific, 0, 169.9, false],
  ['a boat just east of a box across the date line is outside', pacific, 0, -169.9, false],
  ['a boat north of a box across the date line is outside', pacific, 21, 175, false],
] as const)
  test(title, () => {
    assert.equal(isInside(box, { latitude, longitude }), expected)
  })

test('a bounding box has exactly four sides within the valid range', () => {
  const check = checkOf(BoundingBox)
  assert.ok(check.accepts(pacific))
  assert.deepEqual(
    check.faults({ ...northSea, north: 91, top: 1 }).map(({ path }) => path),
    ['/top', '/north'],
  )
})
