import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConsoleClient } from '@marinedata/model'
import { clampedRadius, extendedRadius } from '#alerts/alert.ts'
import {
  combined,
  type Figure,
  lengthText,
  lengthTyped,
  lengthUnitOf,
  steppedRadius,
  radiusForRode,
  scopeOf,
} from './figures.ts'
import {
  alarmDevicesOf,
  afterReport,
  agedRadius,
  stepFrom,
  type PendingRadius,
  circleTone,
  watchStateOf,
  toneOf,
  type WatchFacts,
} from './watch-state.ts'

const well: WatchFacts = {
  state: 'watching',
  isLost: false,
  isConfirmed: true,
  hasDistance: true,
  degraded: null,
  alert: undefined,
}

test('the state is well only with a connection, a report and a fresh position', () => {
  assert.equal(watchStateOf(well), 'well')
  assert.equal(watchStateOf({ ...well, isLost: true }), 'lost')
  assert.equal(watchStateOf({ ...well, isConfirmed: false }), 'unwatched')
  assert.equal(watchStateOf({ ...well, hasDistance: false }), 'blind')
  assert.equal(watchStateOf({ ...well, degraded: 'One receiver of two' }), 'degraded')
  assert.equal(watchStateOf({ ...well, state: 'setting' }), 'setting')
  assert.equal(watchStateOf({ ...well, state: undefined }), 'raised')
})

test('the most severe state comes first', () => {
  const alarm = { priority: 'emergency' } as const
  assert.equal(watchStateOf({ ...well, alert: alarm, hasDistance: false }), 'alarm')
  assert.equal(watchStateOf({ ...well, alert: alarm, isConfirmed: false }), 'unwatched')
  assert.equal(watchStateOf({ ...well, alert: { priority: 'warning' } }), 'warning')
  assert.equal(watchStateOf({ ...well, alert: { priority: 'caution' }, degraded: 'x' }), 'caution')
  assert.equal(toneOf('unwatched'), 'alarm')
})

test('the circle is red only during an alarm, and grey if unknown', () => {
  assert.equal(circleTone('well', 0.5), 'calm')
  assert.equal(circleTone('caution', 0.9), 'warning')
  assert.equal(circleTone('well', 1.2), 'warning')
  assert.equal(circleTone('alarm', 1.2), 'alarm')
  assert.equal(circleTone('blind', 0.2), 'unknown')
})

test('28 m of rode in 6 m of water with a bow height of 0.8 m is a scope of 4.1', () => {
  assert.equal(scopeOf({ rode: 28, depth: 6, bowHeight: 0.8 })?.toFixed(1), '4.1')
  assert.equal(scopeOf({ rode: 28, depth: 0, bowHeight: undefined }), undefined)
})

test('the radius for a rode is its reach, the antenna and 10 m, rounded up to 5 m', () => {
  assert.equal(radiusForRode({ rode: 30, depth: 6, bowHeight: 1.2, fromBow: 9 }), 50)
  assert.equal(radiusForRode({ rode: 10, depth: 6, bowHeight: 1.2, fromBow: 2 }), 30, 'never below 30 m')
  assert.equal(radiusForRode({ rode: 7, depth: 6, bowHeight: 1.2, fromBow: 9 }), undefined)
})

test('an extended circle contains the boat and is always larger', () => {
  assert.equal(extendedRadius(62, 45), 80)
  assert.equal(extendedRadius(10, 45), 55)
  assert.equal(extendedRadius(1_900, 1_995), 2_000)
  assert.equal(clampedRadius(1), 5)
})

test('a requested radius is pending until reported, and marked if unconfirmed', () => {
  const pendingRadius: PendingRadius = { wanted: 50, phase: 'accepted', since: 1_000 }
  assert.equal(afterReport(pendingRadius, 45), pendingRadius)
  assert.equal(afterReport(pendingRadius, 50), undefined)
  assert.equal(agedRadius(pendingRadius, 3_900), pendingRadius)
  assert.equal(agedRadius(pendingRadius, 4_100)?.phase, 'unconfirmed')
  assert.equal(agedRadius({ ...pendingRadius, phase: 'unconfirmed' }, 30_000), undefined)
})

test('the next step starts from the requested radius, unless it was never confirmed', () => {
  assert.equal(stepFrom({ wanted: 50, phase: 'requested', since: 0 }, 45), 50)
  assert.equal(stepFrom({ wanted: 50, phase: 'unconfirmed', since: 0 }, 45), 45)
  assert.equal(stepFrom(undefined, 45), 45)
})

test('lengths are formatted and parsed in the user’s unit', () => {
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

const station = (name: string, more: Partial<ConsoleClient> = {}): ConsoleClient => ({
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

test('alarm devices are the armed ones; an empty list, or a single weak device, is a fault', () => {
  assert.equal(alarmDevicesOf(undefined).fault, 'unknown')
  assert.equal(alarmDevicesOf([station('Cockpit', { wakes: false })]).fault, 'nobody')
  assert.equal(alarmDevicesOf([station('Phone', { battery: 0.12 })]).fault, 'weak')
  assert.equal(alarmDevicesOf([station('Phone', { battery: 0.12 }), station('Cockpit')]).fault, undefined)
  assert.equal(alarmDevicesOf([station('Phone', { battery: null })]).fault, undefined)
})

test('two pages of one device are listed once, as the page that will sound', () => {
  const pages = [
    station('Plotter', { id: 'page-one', device: 'plotter-1', wakes: false }),
    station('Plotter', { id: 'page-two', device: 'plotter-1' }),
    station('Plotter', { id: 'page-three', device: 'plotter-2', wakes: false }),
    station('Phone', { id: 'page-four', wakes: false }),
  ]
  const { armed, silent } = alarmDevicesOf(pages)
  assert.deepEqual(
    [armed.map(({ id }) => id), silent.map(({ id }) => id)],
    [['page-two'], ['page-three', 'page-four']],
  )
  assert.deepEqual(
    [...armed, ...silent].map(({ name }) => name),
    ['Plotter', 'Plotter 2', 'Phone'],
    'two devices are never listed under one name',
  )
})

test('a combined figure is as old as its oldest part, and undefined if one is missing', () => {
  const fresh: Figure = { value: 2, age: 'fresh', receivedAt: 900 }
  const stale: Figure = { value: 3, age: 'stale', receivedAt: 100 }
  const sum = (one = 0, other = 0): number => one + other
  assert.deepEqual(combined([fresh, stale], sum), { value: 5, age: 'stale', receivedAt: 100 })
  assert.equal(combined([fresh, { value: undefined, age: 'dead', receivedAt: undefined }], sum).age, 'dead')
})
