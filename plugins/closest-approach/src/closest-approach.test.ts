import { knots, nauticalMiles, degrees } from '@marinedata/model'
import type { Position } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestApproachOf, type ClosestApproach } from './closest-approach.ts'
import { craftOf, type Craft } from './craft.ts'

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude })
const metresPerDegree = (6_371_008.8 * Math.PI) / 180

const going = (position: Position, course: number, speed: number): Craft =>
  craftOf({ position, course: degrees(course), speed })

/** A position this many metres away. */
const off = ({ latitude, longitude }: Position, north: number, east: number): Position => {
  const further = longitude + east / metresPerDegree / Math.cos(degrees(latitude))
  return at(latitude + north / metresPerDegree, further > 180 ? further - 360 : further)
}

const isClose = ({ distance, timeTo }: ClosestApproach, metres: number, seconds: number): void => {
  // The expected values are computed on a flat sea.
  assert.ok(Math.abs(distance - metres) < Math.max(3, metres / 100), `${distance} m instead of ${metres} m`)
  assert.ok(Math.abs(timeTo - seconds) < 1, `${timeTo} s instead of ${seconds} s`)
}

// The same in every place: on the equator, in the north, on the date line, in the far south.
for (const [where, here] of [
  ['on the equator', at(0, 0)],
  ['off Finland', at(60, 25)],
  ['on the date line', at(-17, 179.995)],
  ['in the far south', at(-65, -60)],
] as const) {
  test(`head-on, ${where}: they meet in half the time`, () => {
    const other = going(off(here, 5_000, 0), 180, 5)
    isClose(closestApproachOf(going(here, 0, 5), other), 0, 500)
  })

  test(`crossing, ${where}: the vessel from starboard passes ahead at the expected distance`, () => {
    const other = going(off(here, 6_000, 5_000), 270, 10)
    isClose(closestApproachOf(going(here, 0, 10), other), Math.hypot(500, 500), 550)
  })

  test(`overtaking, ${where}: closest when the faster vessel is abeam`, () => {
    const other = going(off(here, -2_000, 200), 0, 7)
    isClose(closestApproachOf(going(here, 0, 5), other), 200, 1_000)
  })

  test(`parallel at equal speed, ${where}: the distance stays the same`, () => {
    const other = going(off(here, 0, 400), 0, 5)
    isClose(closestApproachOf(going(here, 0, 5), other), 400, 0)
  })

  test(`diverging, ${where}: the closest approach is in the past`, () => {
    const other = going(off(here, -1_000, 300), 180, 5)
    isClose(closestApproachOf(going(here, 0, 5), other), 300, -100)
  })

  test(`stationary, ${where}: passed at its distance from the course`, () => {
    isClose(closestApproachOf(going(here, 90, 5), going(off(here, 150, 3_000), 0, 0)), 150, 600)
  })
}

test('two stationary vessels keep their distance', () => {
  assert.deepEqual(closestApproachOf(going(at(60, 20), 0, 0), going(at(60, 20), 0, 0)), {
    distance: 0,
    timeTo: 0,
  })
})

test('works across the pole', () => {
  const seconds = (0.1 * metresPerDegree) / 5
  isClose(closestApproachOf(going(at(89.9, 0), 0, 5), going(at(89.9, 180), 0, 5)), 0, seconds)
})

test('far apart, two vessels sailing north converge with the meridians', () => {
  const { distance, timeTo } = closestApproachOf(
    going(at(60, 0), 0, knots(20)),
    going(at(60, 1), 0, knots(20)),
  )
  assert.ok(distance < nauticalMiles(30) && timeTo > 0, `${distance} m in ${timeTo} s`)
})

test('is symmetric', () => {
  const [one, other] = [going(at(54, 10), 77, 4), going(at(54.02, 10.05), 250, 9)]
  const [mine, theirs] = [closestApproachOf(one, other), closestApproachOf(other, one)]
  assert.ok(Math.abs(mine.distance - theirs.distance) < 1e-6 && Math.abs(mine.timeTo - theirs.timeTo) < 1e-6)
})
