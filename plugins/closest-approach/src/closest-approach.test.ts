import type { Position } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestApproachOf, type ClosestApproach } from './closest-approach.ts'
import { craftOf, type Craft } from './craft.ts'
import { knots, nauticalMiles, radians } from './units.ts'

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude })
const metresPerDegree = (6_371_008.8 * Math.PI) / 180

const going = (position: Position, course: number, speed: number): Craft =>
  craftOf({ position, course: radians(course), speed })

/** So many metres from there. */
const off = ({ latitude, longitude }: Position, north: number, east: number): Position => {
  const further = longitude + east / metresPerDegree / Math.cos(radians(latitude))
  return at(latitude + north / metresPerDegree, further > 180 ? further - 360 : further)
}

const isClose = ({ distance, timeTo }: ClosestApproach, metres: number, seconds: number): void => {
  // What is expected is reckoned on a flat sea.
  assert.ok(Math.abs(distance - metres) < Math.max(3, metres / 100), `${distance} m instead of ${metres} m`)
  assert.ok(Math.abs(timeTo - seconds) < 1, `${timeTo} s instead of ${seconds} s`)
}

// Everywhere alike: on the equator, in the north, on the date line, in the far south.
for (const [where, here] of [
  ['on the equator', at(0, 0)],
  ['off Finland', at(60, 25)],
  ['on the date line', at(-17, 179.995)],
  ['in the far south', at(-65, -60)],
] as const) {
  test(`head-on, ${where}: they meet, in half the time that one would need`, () => {
    const other = going(off(here, 5_000, 0), 180, 5)
    isClose(closestApproachOf(going(here, 0, 5), other), 0, 500)
  })

  test(`crossing, ${where}: the one from starboard passes ahead, and how near`, () => {
    const other = going(off(here, 6_000, 5_000), 270, 10)
    isClose(closestApproachOf(going(here, 0, 10), other), Math.hypot(500, 500), 550)
  })

  test(`overtaking, ${where}: abeam when the faster one has made good its distance`, () => {
    const other = going(off(here, -2_000, 200), 0, 7)
    isClose(closestApproachOf(going(here, 0, 5), other), 200, 1_000)
  })

  test(`parallel and as fast, ${where}: they stay as they are`, () => {
    const other = going(off(here, 0, 400), 0, 5)
    isClose(closestApproachOf(going(here, 0, 5), other), 400, 0)
  })

  test(`apart, ${where}: it has passed, so long ago, and was so near`, () => {
    const other = going(off(here, -1_000, 300), 180, 5)
    isClose(closestApproachOf(going(here, 0, 5), other), 300, -100)
  })

  test(`one that lies still, ${where}, is passed at its distance from the course`, () => {
    isClose(closestApproachOf(going(here, 90, 5), going(off(here, 150, 3_000), 0, 0)), 150, 600)
  })
}

test('two that lie still stay as near as they are', () => {
  assert.deepEqual(closestApproachOf(going(at(60, 20), 0, 0), going(at(60, 20), 0, 0)), {
    distance: 0,
    timeTo: 0,
  })
})

test('over the pole they meet like anywhere', () => {
  const seconds = (0.1 * metresPerDegree) / 5
  isClose(closestApproachOf(going(at(89.9, 0), 0, 5), going(at(89.9, 180), 0, 5)), 0, seconds)
})

test('far apart the meridians are not parallel, and two who sail north come nearer all the same', () => {
  const { distance, timeTo } = closestApproachOf(
    going(at(60, 0), 0, knots(20)),
    going(at(60, 1), 0, knots(20)),
  )
  assert.ok(distance < nauticalMiles(30) && timeTo > 0, `${distance} m in ${timeTo} s`)
})

test('it is the same for both of them', () => {
  const [one, other] = [going(at(54, 10), 77, 4), going(at(54.02, 10.05), 250, 9)]
  const [mine, theirs] = [closestApproachOf(one, other), closestApproachOf(other, one)]
  assert.ok(Math.abs(mine.distance - theirs.distance) < 1e-6 && Math.abs(mine.timeTo - theirs.timeTo) < 1e-6)
})
