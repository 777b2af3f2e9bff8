import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Position } from '#data/position.ts'
import {
  arrivalBearing,
  bearingBetween,
  courseToSteer,
  distanceBetween,
  placeOnTrack,
} from './great-circle.ts'
import { degrees, earthRadius, radians, toDegrees } from './units.ts'

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude })
/** Metres per minute of arc on the sphere. */
const minute = (earthRadius * Math.PI) / 180 / 60

const isClose = (actual: number | null | undefined, expected: number, within: number): void => {
  assert.ok(
    typeof actual === 'number' && Math.abs(actual - expected) <= within,
    `${actual} is not ${expected} ± ${within}`,
  )
}

// Worked example of the Aviation Formulary, where west is positive.
const losAngeles = at(33 + 57 / 60, -(118 + 24 / 60))
const newYork = at(40 + 38 / 60, -(73 + 47 / 60))

test('Los Angeles to New York is 2144 miles with an initial course of 66°', () => {
  isClose(distanceBetween(losAngeles, newYork) / earthRadius, 0.623585, 1e-6)
  isClose(bearingBetween(losAngeles, newYork), 1.150035, 1e-6)
})

test('a point 7.4512 miles right of that track is abeam at mile 99.588', () => {
  const place = placeOnTrack(losAngeles, newYork, at(34.5, -116.5))
  isClose((place?.crossTrack ?? NaN) / earthRadius, 0.00216747, 1e-6)
  isClose((place?.alongTrack ?? NaN) / earthRadius, 0.0289691, 1e-6)
})

test('a minute of latitude equals a minute of longitude at the equator, and two at 60°', () => {
  isClose(distanceBetween(at(0, 0), at(1 / 60, 0)), minute, 1e-6)
  isClose(distanceBetween(at(0, 0), at(0, 1 / 60)), minute, 1e-6)
  isClose(distanceBetween(at(60, 0), at(60, 1 / 60)), minute / 2, 1e-3)
})

test('bearings of the four cardinal directions', () => {
  const here = at(10, 20)
  isClose(bearingBetween(here, at(11, 20)), 0, 1e-12)
  isClose(bearingBetween(here, at(9, 20)), Math.PI, 1e-12)
  isClose(bearingBetween(at(0, 20), at(0, 21)), Math.PI / 2, 1e-12)
  isClose(bearingBetween(at(0, 20), at(0, 19)), (3 * Math.PI) / 2, 1e-12)
})

test('cross-track error is positive to starboard and negative to port, in any direction', () => {
  const crossTrack = (from: Position, to: Position, point: Position): number =>
    (placeOnTrack(from, to, point)?.crossTrack ?? NaN) / minute
  isClose(crossTrack(at(0, 0), at(1, 0), at(0.5, 1 / 60)), 1, 1e-3)
  isClose(crossTrack(at(0, 0), at(1, 0), at(0.5, -1 / 60)), -1, 1e-3)
  isClose(crossTrack(at(1, 0), at(0, 0), at(0.5, 1 / 60)), -1, 1e-3)
  isClose(crossTrack(at(0, 0), at(0, 1), at(-1 / 60, 0.5)), 1, 1e-6)
  isClose(crossTrack(at(0, 1), at(0, 0), at(-1 / 60, 0.5)), -1, 1e-6)
})

test('works across the date line', () => {
  const [from, to] = [at(0, 179.5), at(0, -179.5)]
  isClose(distanceBetween(from, to), 60 * minute, 1e-5)
  isClose(bearingBetween(from, to), Math.PI / 2, 1e-12)
  isClose(bearingBetween(to, from), (3 * Math.PI) / 2, 1e-12)
  for (const longitude of [179.9, 180, -180, -179.9]) {
    const place = placeOnTrack(from, to, at(-1 / 60, longitude))
    isClose((place?.crossTrack ?? NaN) / minute, 1, 1e-6)
    isClose((place?.alongTrack ?? NaN) / minute, (((longitude + 360) % 360) - 179.5) * 60, 1e-3)
  }
})

test('works across the pole', () => {
  const [from, to] = [at(89.5, 0), at(89.5, 180)]
  isClose(distanceBetween(from, to), 60 * minute, 1e-5)
  isClose(bearingBetween(from, to), 0, 1e-9)
  isClose(arrivalBearing(from, to), Math.PI, 1e-9)
  const place = placeOnTrack(from, to, at(90, 77))
  isClose((place?.crossTrack ?? NaN) / minute, 0, 1e-9)
  isClose((place?.alongTrack ?? NaN) / minute, 30, 1e-6)
  isClose((placeOnTrack(from, to, at(89 + 59 / 60, 90))?.crossTrack ?? NaN) / minute, 1, 1e-6)
  isClose(distanceBetween(at(90, 0), at(90, 123)), 0, 1e-6)
  isClose(bearingBetween(at(-90, 0), at(-89, 30)), degrees(30), 1e-9)
})

test('initial and final course of a long track obey Clairaut’s relation', () => {
  const began = bearingBetween(at(50, -5), at(40, -70)) ?? radians(NaN)
  const arrives = arrivalBearing(at(50, -5), at(40, -70)) ?? radians(NaN)
  assert.ok(began - arrives > degrees(45), `${toDegrees(began)}° becomes ${toDegrees(arrives)}°`)
  isClose(Math.sin(began) * Math.cos(degrees(50)), Math.sin(arrives) * Math.cos(degrees(40)), 1e-12)
})

test('identical and antipodal points define no track', () => {
  for (const to of [at(10, 20), at(-10, -160)]) {
    assert.equal(bearingBetween(at(10, 20), to), null)
    assert.equal(arrivalBearing(at(10, 20), to), null)
    assert.equal(placeOnTrack(at(10, 20), to, at(0, 0)), null)
  }
  isClose(distanceBetween(at(10, 20), at(10, 20)), 0, 1e-6)
})

test('the distance across the date line is short, and that to the same place is zero', () => {
  isClose(distanceBetween(at(0, 179.9999), at(0, -179.9999)), minute * 60 * 0.0002, 0.01)
  assert.equal(distanceBetween(at(54, 10), at(54, 10)), 0)
  isClose(distanceBetween(at(90, 0), at(-90, 0)), Math.PI * earthRadius, 1)
})

test('the direction of a track changes along it and is the same beside it and beyond its end', () => {
  const [from, to] = [at(50, -5), at(40, -70)]
  isClose(placeOnTrack(from, to, from)?.bearing, bearingBetween(from, to) ?? NaN, 1e-9)
  isClose(placeOnTrack(from, to, to)?.bearing, arrivalBearing(from, to) ?? NaN, 1e-9)
  const north = [at(54, 2), at(55, 2)] as const
  for (const point of [at(54.5, 2.001), at(54.5, 1.999), at(55.5, 2)])
    isClose(Math.sin(placeOnTrack(...north, point)?.bearing ?? NaN), 0, 1e-4)
})

test('the course to steer leads back to the track, at 40° at most', () => {
  const place = (crossTrack: number) => ({ crossTrack, alongTrack: 0, bearing: degrees(100) })
  isClose(courseToSteer(place(0)), degrees(100), 1e-12)
  isClose(courseToSteer(place(30)), degrees(100) - Math.atan2(30, 150), 1e-12)
  isClose(courseToSteer(place(-30)), degrees(100) + Math.atan2(30, 150), 1e-12)
  isClose(courseToSteer(place(10_000)), degrees(60), 1e-12)
  isClose(courseToSteer(place(-10_000)), degrees(140), 1e-12)
})
