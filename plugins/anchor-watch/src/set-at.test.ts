import { radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnchorWatch } from './anchor-watch.ts'
import { WatchTrial, yacht } from './watch-trial.ts'

/** Head to wind from the north. */
const north = { heading: radians(0), depth: 6 }
/** The bow of the yacht is 9 m ahead of its antenna. */
const lying = (seconds = 60): WatchTrial => new WatchTrial().lie(seconds, { north: -39, east: 0 }, north)

test('watches an anchor at a given position with room for the boat', () => {
  const trial = lying()
  trial.watch.setAt(trial.time, trial.home)
  const { state, position, maxRadius, rodeLength } = trial.watch.report
  assert.deepEqual([state, rodeLength], ['watching', null])
  assert.deepEqual(position, { ...trial.home, altitude: -6 })
  assert.ok(maxRadius !== null && maxRadius > 50, `${maxRadius} m`)
  assert.equal(trial.lie(60, { north: -39, east: 0 }, north).level, 'normal')
})

test('uses the observed swing of a boat that has been there for long', () => {
  const trial = lying(1_200)
  trial.watch.setAt(trial.time, trial.home)
  const { maxRadius } = trial.watch.report
  assert.ok(maxRadius !== null && maxRadius > 44 && maxRadius < 65, `${maxRadius} m`)
  assert.ok(trial.watch.track.length > 20, 'the track before belongs to the stay')
})

test('moving the anchor keeps its circle, rode, depth and age', () => {
  const trial = lying()
  trial.watch.reposition(trial.time, { rodeLength: 40, anchorDepth: 5 })
  const before = trial.lie(100, { north: -39, east: 0 }, north).watch.report
  trial.watch.setAt(trial.time, trial.at(5, 3))
  const { state, position, maxRadius, rodeLength, downFor } = trial.watch.report
  assert.equal(state, 'watching')
  assert.deepEqual(position, { ...trial.at(5, 3), altitude: -5 })
  assert.deepEqual([maxRadius, rodeLength, downFor], [before.maxRadius, before.rodeLength, before.downFor])
})

test('moving the anchor so that the boat is outside raises the alarm and does not widen the circle', () => {
  const trial = lying()
  trial.watch.drop(trial.time)
  trial.watch.radius(trial.time, 40)
  trial.watch.setAt(trial.time, trial.at(100))
  assert.equal(trial.watch.report.maxRadius, 40)
  assert.match(trial.lie(12, { north: -39, east: 0 }, north).level, /alarm|emergency/)
})

test('accepts positions up to 300 m from the bow', () => {
  const trial = lying()
  trial.watch.setAt(trial.time, trial.at(-30 + 299.5))
  trial.watch.raise(trial.time)
  assert.throws(() => trial.watch.setAt(trial.time, trial.at(-30 + 300.6)), {
    code: 'invalid-value',
    message: 'That position is 301 m from the bow. Choose one within 300 m',
  })
  assert.equal(trial.watch.report.state, 'raised')
})

test('a refused position leaves the watched anchor unchanged', () => {
  const trial = lying()
  trial.watch.drop(trial.time)
  const before = trial.watch.report
  assert.throws(() => trial.watch.setAt(trial.time, trial.at(2_000)), { code: 'invalid-value' })
  assert.deepEqual(trial.watch.report, before)
})

test('refuses a position without a fresh fix', () => {
  const trial = new WatchTrial()
  assert.throws(() => trial.watch.setAt(trial.time, trial.home), { code: 'anchor-no-position' })
  trial.lie(20, { north: 0, east: 0 }).silence(11)
  assert.throws(() => trial.watch.setAt(trial.time, trial.home), { code: 'anchor-no-position' })
})

test('works across the date line', () => {
  const trial = new WatchTrial(yacht, { latitude: -16.5, longitude: 179.9999 })
  trial.lie(20, { north: 0, east: 0 }, north)
  const place = { latitude: -16.5, longitude: -179.9999 }
  trial.watch.setAt(trial.time, place)
  const { position, currentRadius } = trial.watch.report
  assert.deepEqual(position, { ...place, altitude: -6 })
  assert.ok(currentRadius !== null && Math.abs(currentRadius - 21.3) < 0.5, `${currentRadius} m`)
})

test('the anchor position survives a restart', () => {
  const trial = lying()
  trial.watch.setAt(trial.time, trial.home)
  const { position, maxRadius } = trial.watch.report
  const again = new AnchorWatch(yacht)
  assert.ok(again.restore(JSON.parse(JSON.stringify(trial.watch.snapshot())), trial.time + 5))
  assert.deepEqual([again.report.state, again.report.maxRadius], ['watching', maxRadius])
  assert.deepEqual(again.report.position, position)
})
