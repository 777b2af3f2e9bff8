import type { Station } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clampedRadius, extendedRadius } from '#alerts/anchor/circle.ts'
import { combined, type Figure } from './figures.ts'
import { lengthText, lengthTyped, lengthUnitOf, steppedRadius } from './lengths.ts'
import { listenersOf } from './listeners.ts'
import { afterReport, agedWish, stepFrom, type RadiusWish } from './radius-wish.ts'
import { radiusForRode, scopeOf } from './rode.ts'
import { circleTone, standingOf, toneOf, type StandingFacts } from './standing.ts'
import { hoursText, timeSpanText } from './time-text.ts'

const well: StandingFacts = {
  state: 'watching',
  isLost: false,
  isConfirmed: true,
  hasDistance: true,
  degraded: null,
  alert: undefined,
}

test('that all is well is said only with a link, a watch that speaks, and a fresh position', () => {
  assert.equal(standingOf(well), 'well')
  assert.equal(standingOf({ ...well, isLost: true }), 'lost')
  assert.equal(standingOf({ ...well, isConfirmed: false }), 'unwatched')
  assert.equal(standingOf({ ...well, hasDistance: false }), 'blind')
  assert.equal(standingOf({ ...well, degraded: 'One receiver of two' }), 'degraded')
  assert.equal(standingOf({ ...well, state: 'setting' }), 'setting')
  assert.equal(standingOf({ ...well, state: undefined }), 'raised')
})

test('the gravest is said first', () => {
  const alarm = { priority: 'emergency' } as const
  assert.equal(standingOf({ ...well, alert: alarm, hasDistance: false }), 'alarm')
  assert.equal(standingOf({ ...well, alert: alarm, isConfirmed: false }), 'unwatched')
  assert.equal(standingOf({ ...well, alert: { priority: 'warning' } }), 'warning')
  assert.equal(standingOf({ ...well, alert: { priority: 'caution' }, degraded: 'x' }), 'caution')
  assert.equal(toneOf('unwatched'), 'alarm')
})

test('the circle is red only while there is an alarm, and grey when nobody knows', () => {
  assert.equal(circleTone('well', 0.5), 'calm')
  assert.equal(circleTone('caution', 0.9), 'warning')
  assert.equal(circleTone('well', 1.2), 'warning')
  assert.equal(circleTone('alarm', 1.2), 'alarm')
  assert.equal(circleTone('blind', 0.2), 'unknown')
})

test('28 m of rode in 6 m of water under a bow of 0.8 m are 4.1 to 1', () => {
  assert.equal(scopeOf({ rode: 28, depth: 6, bowHeight: 0.8 })?.toFixed(1), '4.1')
  assert.equal(scopeOf({ rode: 28, depth: 0, bowHeight: undefined }), undefined)
})

test('the circle for a rode is as far as the boat can be, the antenna and 10 m, up to the next five', () => {
  assert.equal(radiusForRode({ rode: 30, depth: 6, bowHeight: 1.2, fromBow: 9 }), 50)
  assert.equal(radiusForRode({ rode: 10, depth: 6, bowHeight: 1.2, fromBow: 2 }), 30, 'never below 30 m')
  assert.equal(radiusForRode({ rode: 7, depth: 6, bowHeight: 1.2, fromBow: 9 }), undefined)
})

test('an extended circle has room for the boat, and is always wider', () => {
  assert.equal(extendedRadius(62, 45), 80)
  assert.equal(extendedRadius(10, 45), 55)
  assert.equal(extendedRadius(1_900, 1_995), 2_000)
  assert.equal(clampedRadius(1), 5)
})

test('a wish stands until the watch shows it, and says so when it does not', () => {
  const wish: RadiusWish = { wanted: 50, phase: 'accepted', since: 1_000 }
  assert.equal(afterReport(wish, 45), wish)
  assert.equal(afterReport(wish, 50), undefined)
  assert.equal(agedWish(wish, 3_900), wish)
  assert.equal(agedWish(wish, 4_100)?.phase, 'unconfirmed')
  assert.equal(agedWish({ ...wish, phase: 'unconfirmed' }, 30_000), undefined)
})

test('the next step goes from what is wanted, unless that was never confirmed', () => {
  assert.equal(stepFrom({ wanted: 50, phase: 'requested', since: 0 }, 45), 50)
  assert.equal(stepFrom({ wanted: 50, phase: 'unconfirmed', since: 0 }, 45), 45)
  assert.equal(stepFrom(undefined, 45), 45)
})

test('lengths are read and typed in the units of whoever looks', () => {
  const [metres, feet] = [lengthUnitOf('nautical-metric'), lengthUnitOf('nautical-imperial')]
  assert.equal(lengthText(6.5, metres), '6.5')
  assert.equal(lengthText(45.3, metres), '45')
  assert.equal(lengthTyped('6,5', metres), 6.5)
  assert.equal(lengthTyped('100', feet), 30.48)
  for (const nonsense of ['', 'abc', '-5', '1e3', '12345'])
    assert.equal(lengthTyped(nonsense, metres), undefined)
  assert.equal(steppedRadius(45, 1, metres), 50)
  assert.equal(steppedRadius(30.48, -1, feet).toFixed(3), (85 * 0.3048).toFixed(3))
})

const station = (name: string, more: Partial<Station> = {}): Station => ({
  id: name,
  name,
  screen: 'anchor',
  sound: true,
  wakes: true,
  battery: null,
  who: 'anna',
  since: '2026-07-01T20:00:00Z',
  age: 0,
  ...more,
})

test('who will be woken: those that are armed; nobody, or one that is nearly empty, is a caution', () => {
  assert.equal(listenersOf(undefined).fault, 'unknown')
  assert.equal(listenersOf([station('Cockpit', { wakes: false })]).fault, 'nobody')
  assert.equal(listenersOf([station('Phone', { battery: 0.12 })]).fault, 'weak')
  assert.equal(listenersOf([station('Phone', { battery: 0.12 }), station('Cockpit')]).fault, undefined)
  assert.equal(listenersOf([station('Phone', { battery: null })]).fault, undefined)
})

test('what is made of several is as old as the oldest, and nothing when one is missing', () => {
  const fresh: Figure = { value: 2, age: 'fresh', heardAt: 900 }
  const stale: Figure = { value: 3, age: 'stale', heardAt: 100 }
  const sum = (one = 0, other = 0): number => one + other
  assert.deepEqual(combined([fresh, stale], sum), { value: 5, age: 'stale', heardAt: 100 })
  assert.equal(combined([fresh, { value: undefined, age: 'dead', heardAt: undefined }], sum).age, 'dead')
})

test('a watch is counted in hours and minutes', () => {
  assert.equal(timeSpanText(59_000), '00:00')
  assert.equal(timeSpanText((3 * 60 + 12) * 60_000), '03:12')
  assert.equal(timeSpanText(26 * 3_600_000), '1 d 02:00')
  assert.equal(hoursText(5_400_000), '1.5')
})
