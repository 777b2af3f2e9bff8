import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostStays } from './past-stays.ts'
import { distanceBetween } from './water/plane.ts'
import { WatchTrial, yacht } from './watch-trial.ts'

/** Comes in from the south, drops the anchor at home without a command, and falls back by 30 m. */
const forgotten = (): { readonly trial: WatchTrial; readonly fellAt: number } => {
  const trial = new WatchTrial({ ...yacht, fromBow: 0 })
  for (let north = -1_500; north < 0; north += 3) trial.lie(1, { north, east: 0 }, { depth: 6 })
  trial.lie(60, { north: 0, east: 0 })
  const fellAt = trial.time - 30
  for (let north = 0; north > -30; north -= 0.2) trial.lie(1, { north, east: 0 })
  trial.lie(1_200, { north: -30, east: 0 })
  return { trial, fellAt }
}

test('sets the anchor from a time in the track, and the stay starts then', () => {
  const { trial, fellAt } = forgotten()
  const { watch } = trial
  watch.setAtTime(trial.time, fellAt)
  const { state, position, maxRadius } = watch.report
  assert.equal(state, 'watching')
  assert.ok(position !== null && distanceBetween(position, trial.home) < 3)
  assert.ok(maxRadius !== null && maxRadius > 40 && maxRadius < 80, `${maxRadius} m`)
  const [first] = watch.trail
  assert.ok(first !== undefined && Math.abs(first.at - fellAt) <= 60, 'by the clock')
  trial.lie(120, { north: -30, east: 0 })
  assert.equal(trial.level, 'normal')
})

test('a recent time gives the provisional circle of a drop', () => {
  const { trial } = forgotten()
  const { watch } = trial
  watch.setAtTime(trial.time, trial.time - 60)
  const { maxRadius } = watch.report
  watch.drop(trial.time)
  assert.equal(maxRadius, watch.report.maxRadius)
})

test('refuses a time that is not in the track', () => {
  const { trial } = forgotten()
  for (const time of [trial.time - 30_000, trial.time + 3_600, NaN])
    assert.throws(() => trial.watch.setAtTime(trial.time, time), { code: 'anchor-no-position' })
  assert.equal(trial.watch.report.state, 'raised')
})

test('a radius set by the crew survives a later change of the anchor', () => {
  const { trial, fellAt } = forgotten()
  trial.watch.drop(trial.time)
  trial.watch.radius(trial.time, 90)
  trial.watch.setAtTime(trial.time, fellAt)
  assert.equal(trial.watch.report.maxRadius, 90)
})

test('the track covers the last hours while the anchor is up, and this stay while it is down', () => {
  const { trial } = forgotten()
  const { watch } = trial
  assert.ok(watch.trail.length > 40)
  watch.drop(trial.time)
  assert.deepEqual(watch.trail, [])
  trial.lie(90, { north: -30, east: 0 })
  assert.ok(watch.trail.length >= 2 && watch.trail.length <= 3)
})

test('records a past stay with position, times, distance and radius', () => {
  const trial = new WatchTrial({ ...yacht, fromBow: 0 })
  trial.lie(40, { north: 0, east: 0 }, { depth: 6 })
  const begun = trial.time
  trial.watch.drop(begun)
  trial.watch.radius(begun, 50)
  trial.lie(300, { north: -25, east: 0 })
  trial.watch.raise(trial.time)
  const [stay, ...more] = trial.watch.stays
  assert.ok(stay !== undefined && more.length === 0)
  assert.ok(distanceBetween(stay, trial.home) < 1)
  assert.deepEqual([stay.begun, stay.ended, stay.radius, stay.depth], [begun, trial.time, 50, 6])
  assert.ok(Math.abs(stay.farthest - 25) < 1, `${stay.farthest} m`)
})

test('keeps the last twenty stays across a restart', () => {
  const trial = new WatchTrial()
  for (let count = 0; count < mostStays + 6; count++) {
    trial.lie(10, { north: 0, east: 0 })
    trial.watch.drop(trial.time)
  }
  trial.watch.raise(trial.time)
  trial.watch.raise(trial.time)
  const { stays } = trial.watch
  assert.equal(stays.length, mostStays)
  assert.equal(stays[0]?.ended, trial.time, 'latest first')
  const again = new WatchTrial()
  assert.ok(again.watch.restore(JSON.parse(JSON.stringify(trial.watch.snapshot())), trial.time + 5))
  assert.deepEqual(again.watch.stays, stays)
})
