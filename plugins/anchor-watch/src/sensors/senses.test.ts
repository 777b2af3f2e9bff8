import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnBetween, radians } from '@marinedata/model'
import { degrees, toDegrees } from '#water/units.ts'
import { Headings } from './headings.ts'
import { MeanDirection } from './mean-direction.ts'
import { WindShift } from './wind-shift.ts'

const assertDirection = (value: number | undefined, expected: number, tolerance = 0.5): void => {
  assert.ok(value !== undefined, 'no direction')
  const off = toDegrees(radians(Math.abs(turnBetween(degrees(expected), radians(value)))))
  assert.ok(off <= tolerance, `${toDegrees(radians(value))}° instead of ${expected}°`)
}

test('the mean of 350° and 10° is north', () => {
  const mean = new MeanDirection(240)
  for (let now = 0; now < 240; now += 10) mean.add(degrees(now % 20 === 0 ? 350 : 10), now)
  assertDirection(mean.mean(240)?.direction, 0)
})

test('sheering of 30° to each side cancels out in the mean', () => {
  const mean = new MeanDirection(300)
  for (let now = 0; now < 600; now++) mean.add(degrees(90 + 30 * Math.sin((2 * Math.PI * now) / 90)), now)
  assertDirection(mean.mean(600)?.direction, 90, 5)
})

test('weights directions by time, not by count', () => {
  const mean = new MeanDirection(240)
  for (let now = 0; now < 100; now += 0.1) mean.add(degrees(80), now)
  for (let now = 100; now < 200; now += 5) mean.add(degrees(100), now)
  assertDirection(mean.mean(200)?.direction, 90, 1)
})

test('gives no direction for opposite or outdated directions', () => {
  const mean = new MeanDirection(240)
  for (let now = 0; now < 240; now += 10) mean.add(degrees(now * 1.5), now)
  assert.equal(mean.mean(240), undefined)
  const old = new MeanDirection(240)
  for (let now = 0; now < 100; now++) old.add(degrees(45), now)
  assertDirection(old.mean(150)?.direction, 45)
  assert.equal(old.mean(170), undefined)
})

test('reports the time span of the mean and can exclude earlier directions', () => {
  const mean = new MeanDirection(300)
  for (let now = 0; now < 60; now++) mean.add(degrees(10), now)
  for (let now = 60; now <= 120; now++) mean.add(degrees(90), now)
  assert.equal(mean.mean(120)?.span, 120)
  assertDirection(mean.mean(120, 60)?.direction, 90)
  assert.equal(mean.mean(120, 60)?.span, 60)
})

test('a magnetic heading needs its variation', () => {
  const headings = new Headings()
  headings.hear({ at: 0, headingMagnetic: degrees(355) }, 0)
  assert.equal(headings.heading(0), undefined)
  headings.hear({ at: 1, variation: degrees(10) }, 1)
  assertDirection(headings.heading(1), 5)
  headings.hear({ at: 2, headingTrue: degrees(7) }, 2)
  assertDirection(headings.heading(2), 7)
  headings.hear({ at: 3, headingTrue: null }, 3)
  assertDirection(headings.heading(3), 5)
  assert.equal(headings.heading(30), undefined, 'an old heading is unknown')
})

/** Simulates wind from the direction of each minute. Returns the end time. */
const blow = (
  wind: WindShift,
  { from = 0, minutes }: { from?: number; minutes: number },
  direction: (minute: number) => number,
): number => {
  const end = from + minutes * 60
  for (let now = from; now < end; now++) wind.add(degrees(direction((now - from) / 60)), 8, now)
  return end
}

test('reports a wind shift of 60° within a quarter of an hour, for half an hour', () => {
  const wind = new WindShift()
  let now = blow(wind, { minutes: 60 }, () => 240)
  assert.equal(wind.shift(now), undefined)
  now = blow(wind, { from: now, minutes: 15 }, (minute) => 240 + 4 * minute)
  now = blow(wind, { from: now, minutes: 10 }, () => 300)
  const shift = wind.shift(now)
  assertDirection(shift?.from, 240, 3)
  assertDirection(shift?.to, 300, 3)
  now = blow(wind, { from: now, minutes: 40 }, () => 300)
  assert.equal(wind.shift(now), undefined)
})

test('does not report a swing of 30°, a slow shift or light wind', () => {
  const swinging = new WindShift()
  let now = blow(swinging, { minutes: 120 }, (minute) => 200 + 15 * Math.sin(minute))
  assert.equal(swinging.shift(now), undefined)
  const slow = new WindShift()
  now = blow(slow, { minutes: 240 }, (minute) => minute)
  assert.equal(slow.shift(now), undefined)
  const airs = new WindShift()
  for (let second = 0; second < 7_200; second++) airs.add(degrees(second / 20), 1, second)
  assert.equal(airs.shift(7_200), undefined)
})
