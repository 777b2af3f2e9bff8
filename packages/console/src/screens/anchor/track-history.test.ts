import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ageBand,
  ageCount,
  joined,
  nearestTo,
  stretchesOf,
  withFix,
  type TrackPoint,
} from './track-history.ts'

const minute = 60_000
const point = (at: number, more: Partial<TrackPoint> = {}): TrackPoint => ({
  latitude: 50,
  longitude: 10,
  at,
  ...more,
})

test('recent track points are in the first age band, old ones in the last', () => {
  assert.equal(ageBand(0), 0)
  assert.equal(ageBand(10 * minute), 1)
  assert.equal(ageBand(8 * 60 * minute), ageCount - 1)
})

test('the track is split by age without a gap', () => {
  const now = 100 * minute
  const track = [point(now - 20 * minute), point(now - 16 * minute), point(now - 5 * minute), point(now)]
  const stretches = stretchesOf(track, now)
  assert.deepEqual(
    stretches.map(({ age, points }) => [age, points.length]),
    [
      [2, 3],
      [1, 2],
      [0, 1],
    ],
  )
  assert.equal(stretches[0]?.points.at(-1), stretches[1]?.points[0])
})

test('points of this page follow the recorded ones without duplicates', () => {
  const recorded = [point(1_000, { time: 'a' }), point(31_000, { time: 'b' })]
  const live = [point(29_000), point(33_000)]
  assert.deepEqual(
    joined(recorded, live).map(({ at }) => at),
    [1_000, 31_000, 33_000],
  )
  assert.deepEqual(joined([], live), live)
})

test('the number of stored fixes is limited', () => {
  let live: readonly TrackPoint[] = []
  for (let at = 0; at <= 10_000; at += 200) live = withFix(live, point(at))
  assert.equal(live.length, 6)
  for (let at = 12_000; at < 2_000_000; at += 2_000) live = withFix(live, point(at))
  assert.equal(live.length, 300)
})

test('a tap selects the nearest point', () => {
  assert.equal(
    nearestTo([4, 9, 12], (value) => Math.abs(value - 10)),
    9,
  )
  assert.equal(
    nearestTo([], () => 0),
    undefined,
  )
})
