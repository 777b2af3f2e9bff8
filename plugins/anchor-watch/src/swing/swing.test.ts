import assert from 'node:assert/strict'
import { test } from 'node:test'
import { degrees } from '#water/units.ts'
import { distanceBetween, lengthOf, moved, vectorOf, type Vector } from '#water/plane.ts'
import { centreThrough } from './circle-through.ts'
import { EarlyWarning } from './early-warning.ts'
import { restOf } from './rest.ts'
import { fitSwing } from './swing-fit.ts'
import { SwingMiddle } from './swing-middle.ts'
import { Track, type TrackPoint } from './track.ts'
import { RecentTrack } from './recent-track.ts'

const centre: Vector = { north: 6, east: -5 }
const home = { latitude: 54, longitude: 11 }

/** Points on an arc around the centre with small alternating errors. */
const arc = (from: number, to: number, radius = 48): Vector[] =>
  Array.from({ length: 60 }, (_, index) => {
    const { north, east } = vectorOf(
      degrees(from + ((to - from) * index) / 59),
      radius + Math.sin(index * 2.4),
    )
    return { north: north + centre.north, east: east + centre.east }
  })

const off = ({ north, east }: Vector): number =>
  lengthOf({ north: north - centre.north, east: east - centre.east })
const atAnchor = { centre: { north: 0, east: 0 }, deviation: 6 }

test('finds the anchor of a boat that has swung half round', () => {
  const swing = fitSwing(arc(100, 290), atAnchor, 48.3)
  assert.ok(off(swing.centre) < 2, `${off(swing.centre)} m off`)
  assert.ok(Math.abs(swing.radius - 48) < 1.5)
  assert.ok(swing.deviation < 3)
})

test('a short arc hardly moves the prior and reports a large uncertainty', () => {
  const swing = fitSwing(arc(170, 190), atAnchor)
  assert.ok(lengthOf(swing.centre) < 9, 'the centre moved too far')
  assert.ok(swing.deviation > 5)
})

test('limits the radius to the rode, so that the centre follows', () => {
  const tooFar = arc(150, 210, 60)
  const swing = fitSwing(tooFar, { ...atAnchor, centre }, 48)
  assert.equal(swing.radius, 48)
  assert.ok(swing.centre.north < centre.north - 2, 'the centre did not follow the boat')
})

test('keeps the prior without points', () => {
  assert.deepEqual(fitSwing([], atAnchor).centre, atAnchor.centre)
})

test('finds the centre of a circle, and none for a line', () => {
  const middle = centreThrough(arc(0, 250))
  assert.ok(middle !== undefined && off(middle) < 1)
  assert.equal(centreThrough([1, 2, 3, 4].map((north) => ({ north, east: 2 * north }))), undefined)
})

test('warns when the boat is too far for long, not briefly, and ends when it is back', () => {
  const warning = new EarlyWarning()
  for (let count = 0; count < 100; count++) warning.add(50 + 3 * Math.sin(count), 48, 3.6)
  assert.ok(!warning.isRaised)
  warning.add(62, 48, 3.6)
  assert.ok(!warning.isRaised, 'one half minute is not enough')
  for (let count = 0; count < 4; count++) warning.add(58, 48, 3.6)
  assert.ok(warning.isRaised)
  assert.equal(warning.beyond, 10)
  for (let count = 0; count < 8; count++) warning.add(46, 48, 3.6)
  assert.ok(!warning.isRaised)
})

test('tolerates more with poor fixes', () => {
  const warning = new EarlyWarning()
  for (let count = 0; count < 100; count++) warning.add(58, 48, 7.2)
  assert.ok(!warning.isRaised)
})

const pointAt = (at: number, north: number, east = 0): TrackPoint => ({ ...moved(home, { north, east }), at })

test('thins a long track evenly and keeps its first and latest points', () => {
  const track = new Track(100)
  for (let index = 0; index < 5_000; index++) track.add(pointAt(index * 30, 0))
  const times = track.points.map(({ at }) => at)
  assert.ok(times.length > 40 && times.length <= 100, `${times.length} points`)
  assert.equal(times[0], 0)
  const apart = times.slice(1).map((at, index) => at - (times[index] ?? 0))
  assert.ok(Math.max(...apart) <= 2 * Math.min(...apart), `${Math.min(...apart)} to ${Math.max(...apart)} s`)
  assert.ok((times.at(-1) ?? 0) > 5_000 * 30 - 2 * Math.max(...apart))
})

test('has every half minute of the last hour and every minute of the five hours before', () => {
  const wake = new RecentTrack()
  for (let index = 0; index <= 2_000; index++) wake.add(pointAt(index * 30, 0))
  const times = wake.points.map(({ at }) => at)
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  assert.equal(last, 60_000)
  assert.ok(last - first <= 6 * 3_600 && last - first > 6 * 3_600 - 120, `${last - first} s`)
  const gaps = times.slice(1).map((at, index) => ({ at, gap: at - (times[index] ?? 0) }))
  for (const { at, gap } of gaps) assert.equal(gap, last - at >= 3_600 ? 60 : 30, `${last - at} s ago`)
  const restored = new RecentTrack(wake.points)
  restored.add(pointAt(60_030, 0))
  assert.ok(Math.abs(restored.points.length - times.length) <= 2, 'a restored track continues')
})

test('is bounded at any rate', () => {
  const wake = new RecentTrack()
  for (let index = 0; index < 100_000; index++) wake.add(pointAt(index / 10, 0))
  assert.ok(wake.points.length <= 460, `${wake.points.length} points`)
})

test('at rest since the boat stopped, including sheering', () => {
  const coming = Array.from({ length: 20 }, (_, index) => pointAt(index * 30, -1_200 + 60 * index))
  const lying = Array.from({ length: 40 }, (_, index) =>
    pointAt(600 + index * 30, 0, 15 * Math.sin(index * 2)),
  )
  const rest = restOf([...coming, ...lying])
  assert.ok(rest.length >= 38 && rest.length <= 43, `${rest.length} points`)
  assert.equal(restOf(coming).length, 1)
  assert.deepEqual(restOf([]), [])
})

test('a gap of an hour ends the time at rest', () => {
  const points = [0, 30, 60, 3_660, 3_690].map((at) => pointAt(at, 0))
  assert.equal(restOf(points).length, 2)
})

test('corrects an anchor position that is eight metres off, and does not follow a drag', () => {
  const anchor = moved(home, { north: 8, east: 0 })
  const middle = new SwingMiddle(anchor)
  const track = new Track(512)
  const swingTo = (bearing: number, at: number, drag = 0): void => {
    const { north, east } = vectorOf(degrees(bearing), 47)
    track.add(pointAt(at, north + drag, east))
    middle.look(track, at, 48.3)
  }
  for (let index = 0; index < 400; index++) swingTo(180 + 90 * Math.sin(index / 60), index * 30)
  const { swing } = middle
  assert.ok(swing !== undefined && distanceBetween(swing.centre, home) < 3)
  // The last ten minutes, with a drag of 0.05 m/s, are excluded.
  for (let index = 0; index < 20; index++) swingTo(180, 12_000 + index * 30, -1.5 * index)
  assert.ok(distanceBetween(middle.swing!.centre, home) < 3)
})
