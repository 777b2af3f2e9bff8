import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnBetween, wrapFull, wrapHalf } from './angles.ts'
import { degrees, radians } from './units.ts'

const turn = 2 * Math.PI
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`)

for (const [title, given, expected] of [
  ['north stays north', 0, 0],
  ['a whole turn is north', turn, 0],
  ['two whole turns are north', 2 * turn, 0],
  ['a whole turn back is north', -turn, 0],
  ['one degree to port of north is 359°', degrees(-1), degrees(359)],
  ['370° is 10°', degrees(370), degrees(10)],
  ['half a turn back is south', -Math.PI, Math.PI],
] as const)
  test(`a heading: ${title}`, () => near(wrapFull(radians(given)), expected))

for (const [title, given, expected] of [
  ['ahead stays ahead', 0, 0],
  ['astern is +180°', Math.PI, Math.PI],
  ['−180° is +180°', -Math.PI, Math.PI],
  ['181° is −179°', degrees(181), degrees(-179)],
  ['−181° is 179°', degrees(-181), degrees(179)],
  ['350° is −10°', degrees(350), degrees(-10)],
  ['a turn and a half is astern', 3 * Math.PI, Math.PI],
] as const)
  test(`an angle to the wind: ${title}`, () => near(wrapHalf(radians(given)), expected))

test('a tiny angle to port of north wraps to less than a whole turn', () => {
  for (const tiny of [-Number.MIN_VALUE, -1e-300, -1e-17, -1e-16, -1e-15]) {
    assert.ok(
      wrapFull(radians(tiny)) >= 0 && wrapFull(radians(tiny)) < turn,
      `${tiny} became ${wrapFull(radians(tiny))}`,
    )
    assert.ok(Math.abs(wrapHalf(radians(tiny))) < 1e-14)
  }
})

test('north is never -0', () => {
  for (const angle of [-0, -turn, -2 * turn, turn]) {
    assert.ok(Object.is(wrapFull(radians(angle)), 0))
    assert.ok(Object.is(wrapHalf(radians(angle)), 0))
  }
})

for (const [title, from, to, expected] of [
  ['from 350° to 10° is 20° to starboard, through north', 350, 10, 20],
  ['from 10° to 350° is 20° to port, through north', 10, 350, -20],
  ['from 90° to 270° is half a turn, called starboard', 90, 270, 180],
  ['from 270° to 90° is half a turn, called starboard', 270, 90, 180],
  ['from one direction to itself is nothing', 123, 123, 0],
  ['between angles to the wind goes through astern', 170, -170, 20],
] as const)
  test(`the shortest way ${title}`, () => near(turnBetween(degrees(from), degrees(to)), degrees(expected)))
