import { radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { degrees } from './water/units.ts'
import { distanceBetween, type Place } from './water/plane.ts'
import { WatchTrial, yacht } from './watch-trial.ts'

const rode = { rodeLength: 40, anchorDepth: 6 }
/** Head to wind from the north. */
const north = { heading: radians(0), wind: { direction: radians(0), speed: 8 }, depth: 6 }

/** Drops with the bow at home and falls back to the south on 40 m of rode. */
const anchored = (): WatchTrial => {
  const trial = new WatchTrial().lie(60, { north: -9, east: 0 }, north)
  trial.watch.drop(trial.time)
  trial.lie(300, { north: -47, east: 0 }, north)
  trial.watch.veer(trial.time, rode)
  return trial
}

const assertNear = (place: Place | null, expected: Place, tolerance = 0.2): void => {
  assert.ok(place !== null, 'no place')
  const off = distanceBetween(place, expected)
  assert.ok(off <= tolerance, `${off} m off`)
}

test('a raised watch reports that no watch is set', () => {
  const { alert, ...report } = new WatchTrial().lie(20, { north: 0, east: 0 }).watch.report
  assert.equal(report.state, 'raised')
  for (const member of ['position', 'maxRadius', 'currentRadius', 'rodeLength', 'bearingTrue'] as const)
    assert.equal(report[member], null)
  assert.equal(alert.message, 'No anchor watch is set')
})

test('drop sets the anchor under the bow and watches a provisional circle at once', () => {
  const trial = new WatchTrial().lie(20, { north: -9, east: 0 }, north)
  trial.watch.drop(trial.time)
  const { state, position, maxRadius, currentRadius, bearingTrue } = trial.watch.report
  assert.equal(state, 'setting')
  assertNear(position, trial.home)
  assert.equal(position?.altitude, -6)
  assert.ok(maxRadius !== null && maxRadius > 60)
  assert.equal(currentRadius?.toFixed(1), '9.0')
  assert.equal(bearingTrue === null, false)
  assert.equal(trial.lie(8, { north: -200, east: 0 }).level, 'normal', 'a jump is ignored')
  assert.notEqual(trial.lie(30, { north: -200, east: 0 }).level, 'normal')
})

test('an antenna to port of the centre line does not move the anchor to port', () => {
  const trial = new WatchTrial({ ...yacht, fromCenter: -2 }).lie(20, { north: -9, east: -2 }, north)
  trial.watch.drop(trial.time)
  assertNear(trial.watch.report.position, trial.home)
})

test('refuses to drop without a fresh position', () => {
  const trial = new WatchTrial()
  assert.throws(() => trial.watch.drop(trial.time), { code: 'anchor-no-position' })
  trial.lie(20, { north: 0, east: 0 }).silence(11)
  assert.throws(() => trial.watch.drop(trial.time), {
    code: 'anchor-no-position',
    message: 'The last position is 11 s old. A position from the last 10 s is needed',
  })
  for (let second = 0; second < 20; second++) trial.hear(trial.at(0), { horizontalDilution: 8 })
  assert.throws(
    () => trial.watch.drop(trial.time),
    { code: 'anchor-no-position' },
    'a poor fix does not count',
  )
  assert.equal(trial.watch.report.state, 'raised')
})

test('drop without a heading uses the antenna position and adds the boat’s length', () => {
  const [blind, seeing] = [new WatchTrial(), new WatchTrial()]
  blind.lie(20, { north: 0, east: 0 }, { depth: 6 })
  seeing.lie(20, { north: 0, east: 0 }, north)
  for (const { watch, time } of [blind, seeing]) watch.drop(time)
  assertNear(blind.watch.report.position, blind.home)
  assert.ok(blind.watch.report.maxRadius! > seeing.watch.report.maxRadius!)
})

test('a second drop moves the anchor', () => {
  const trial = anchored().lie(100, { north: -60, east: 0 }, north)
  trial.watch.drop(trial.time)
  assert.equal(trial.watch.report.state, 'setting')
  assertNear(trial.watch.report.position, trial.at(-51))
})

test('the rode sets the circle, and the anchor stays', () => {
  const { state, position, maxRadius, rodeLength, suggestedRadius } = anchored().watch.report
  assert.equal(state, 'watching')
  assertNear(position, new WatchTrial().home)
  assert.equal(rodeLength, 40)
  assert.equal(maxRadius, suggestedRadius)
  assert.ok(maxRadius! >= 62 && maxRadius! <= 75, `${maxRadius} m`)
})

test('a radius set by hand survives a change of the rode', () => {
  const trial = anchored()
  trial.watch.radius(trial.time, 80)
  trial.watch.veer(trial.time, { rodeLength: 50, anchorDepth: 6 })
  trial.watch.reposition(trial.time, { rodeLength: 45, anchorDepth: 6 })
  const { maxRadius, rodeLength } = trial.watch.report
  assert.equal(maxRadius, 80)
  assert.equal(rodeLength, 45)
})

test('refuses a radius outside 5 to 2000 m or without an anchor, and changes nothing', () => {
  const trial = anchored()
  const before = trial.watch.report
  for (const value of [4.99, 2_000.1, 0, -50, NaN, Infinity])
    assert.throws(() => trial.watch.radius(trial.time, value), { code: 'invalid-value' })
  assert.deepEqual(trial.watch.report, before)
  const raised = new WatchTrial().lie(20, { north: 0, east: 0 })
  assert.throws(() => raised.watch.radius(raised.time, 50), { code: 'anchor-not-down' })
  assert.throws(() => raised.watch.veer(raised.time, rode), { code: 'anchor-not-down' })
})

test('accepts a radius smaller than the distance and alarms at once; a larger one ends the alarm', () => {
  const trial = anchored()
  trial.watch.radius(trial.time, 20)
  assert.equal(trial.level, 'emergency')
  assert.match(trial.watch.report.alert.message, /^47 m from the anchor, 27 m outside the circle/)
  trial.watch.radius(trial.time, 60)
  assert.equal(trial.level, 'normal')
})

test('does not judge a new circle by an old position', () => {
  const trial = anchored().silence(20)
  trial.watch.radius(trial.time, 20)
  assert.equal(trial.notice('distance'), undefined)
  assert.equal(trial.level, 'warn')
})

test('estimates a forgotten drop from the rode and the mean heading', () => {
  const trial = new WatchTrial()
  for (let second = 0; second < 360; second++) {
    const swing = Math.sin((2 * Math.PI * second) / 90)
    trial.lie(1, { north: -48.3, east: 5 * swing }, { heading: degrees(25 * swing), depth: 6 })
  }
  trial.watch.reposition(trial.time, rode)
  const { state, position, rodeLength, maxRadius } = trial.watch.report
  assert.equal(state, 'watching')
  assertNear(position, trial.home, 4)
  assert.equal(position?.altitude, -6)
  assert.equal(rodeLength, 40)
  assert.ok(maxRadius! >= 64 && maxRadius! <= 72, `${maxRadius} m`)
})

test('ignores headings from before the boat came to rest', () => {
  const trial = new WatchTrial()
  for (let second = 0; second < 200; second++)
    trial.lie(1, { north: -48.3, east: -800 + 4 * second }, { heading: degrees(90), depth: 6 })
  trial.lie(240, { north: -48.3, east: 0 }, { heading: radians(0), depth: 6 })
  trial.watch.reposition(trial.time, rode)
  assertNear(trial.watch.report.position, trial.home, 8)
})

test('uses the wind without a heading', () => {
  const trial = new WatchTrial().lie(
    300,
    { north: -48.3, east: 0 },
    { wind: { direction: radians(0), speed: 8 }, depth: 6 },
  )
  trial.watch.reposition(trial.time, rode)
  assertNear(trial.watch.report.position, trial.home, 1)
})

test('refuses an estimate without heading, wind or track', () => {
  const trial = new WatchTrial().lie(60, { north: 0, east: 0 })
  assert.throws(() => trial.watch.reposition(trial.time, rode), { code: 'input-stale' })
  assert.throws(() => new WatchTrial().watch.reposition(trial.time, rode), { code: 'anchor-no-position' })
  assert.throws(() => trial.watch.reposition(trial.time, { rodeLength: 5, anchorDepth: 6 }), {
    code: 'invalid-value',
  })
  assert.equal(trial.watch.report.state, 'raised')
})

test('a short mean heading has a larger uncertainty', () => {
  const trial = new WatchTrial()
    .lie(300, { north: -48.3, east: 0 })
    .lie(3, { north: -48.3, east: 0 }, { heading: radians(0) })
  trial.watch.reposition(trial.time, rode)
  assertNear(trial.watch.report.position, trial.home, 1)
  assert.ok(trial.watch.report.maxRadius! > 74, `${trial.watch.report.maxRadius} m`)
})

test('sets the anchor from the track of a boat that has swung half round', () => {
  const trial = new WatchTrial()
  for (let half = 0; half < 120; half++) {
    const bearing = degrees(180 + 95 * Math.sin(half / 20))
    trial.lie(30, { north: 47 * Math.cos(bearing), east: 47 * Math.sin(bearing) })
  }
  trial.watch.setFromTrack(trial.time)
  assertNear(trial.watch.report.position, trial.home, 3)
  const { state, maxRadius } = trial.watch.report
  assert.equal(state, 'watching')
  assert.ok(maxRadius! > 57 && maxRadius! < 75, `${maxRadius} m`)
  assert.ok(trial.watch.track.length > 100, 'the track before belongs to the stay')
  const { watch, time } = new WatchTrial().lie(1_200, { north: 0, east: 0 })
  assert.throws(() => watch.setFromTrack(time), { code: 'input-stale' }, 'a boat that has not swung')
})

test('raise ends the watch, returns the stay, and is harmless when repeated', () => {
  const trial = anchored().lie(600, { north: -47, east: 0 }, north)
  const stay = trial.watch.raise(trial.time)
  assert.ok(stay !== undefined && stay.track.length >= 20)
  assert.equal(stay.ended - stay.begun, 900)
  assert.equal(trial.watch.report.state, 'raised')
  assert.deepEqual(trial.watch.notices, [])
  assert.equal(trial.watch.raise(trial.time), undefined)
})

test('reports normal with the distance while the boat is inside', () => {
  const trial = anchored().lie(3_600, { north: -47, east: 0 }, north)
  assert.equal(trial.level, 'normal')
  assert.match(trial.watch.report.alert.message, /^47 m from the anchor, inside the circle of \d\d m$/)
  assert.equal(trial.watch.report.isWatched, true)
})

test('a dragging anchor warns, then alarms, with distance and duration', () => {
  const trial = anchored()
  const said: string[] = []
  for (let away = 47; away < 80; away += 0.05) {
    trial.lie(1, { north: 0 - away, east: 0 }, north)
    if (said.at(-1) !== trial.level) said.push(trial.level)
    if (trial.level === 'alarm') break
  }
  assert.deepEqual(said, ['normal', 'warn', 'alarm'])
  const { maxRadius, alert } = trial.watch.report
  assert.equal(alert.message, `${maxRadius! + 1} m from the anchor, 1 m outside the circle for 10 s`)
  assert.equal(alert.episode, 1)
  trial.watch.acknowledge(trial.time)
  assert.equal(trial.watch.report.alert.isAcknowledged, true)
})

test('warns inside a circle that is too wide when the boat is further than the rode allows', () => {
  const trial = anchored()
  trial.watch.radius(trial.time, 150)
  trial.lie(600, { north: -47, east: 0 }, north)
  assert.equal(trial.level, 'normal')
  for (let away = 47; away < 70; away += 0.05) trial.lie(1, { north: 0 - away, east: 0 }, north)
  assert.equal(trial.level, 'warn')
  assert.match(
    trial.notice('dragging')?.message ?? '',
    /further off than the rode allows: the anchor may be dragging/,
  )
})

test('never reports normal without a fresh position', () => {
  const trial = anchored()
  const levels = [5, 5, 5, 45].map((seconds) => trial.silence(seconds).level)
  assert.deepEqual(levels, ['normal', 'alert', 'warn', 'alarm'])
  assert.equal(trial.watch.report.currentRadius, null)
  assert.equal(trial.watch.report.isWatched, false)
  assert.equal(trial.lie(1, { north: -47, east: 0 }).level, 'normal')
})

test('an alarm stays active while the position is lost or poor', () => {
  const trial = anchored().lie(60, { north: -90, east: 0 })
  assert.equal(trial.level, 'alarm')
  trial.watch.acknowledge(trial.time)
  const message = trial.notice('distance')?.message
  for (let second = 0; second < 50; second++) trial.hear(trial.at(-10), { satellites: 3 })
  assert.deepEqual(trial.notice('distance'), { reason: 'distance', level: 'alarm', message })
})

test('a second receiver takes over before a warning', () => {
  const trial = anchored().lie(30, { north: -47, east: 0 })
  for (let second = 0; second < 60; second++) {
    trial.hear(trial.at(-43), { source: 'spare' })
    assert.ok(trial.level === 'normal', `${trial.level} after ${second} s`)
  }
  assert.equal(trial.watch.report.source, 'spare')
})

test('asks about an incomplete anchoring after ten minutes', () => {
  const trial = new WatchTrial().lie(20, { north: -9, east: 0 }, north)
  trial.watch.drop(trial.time)
  assert.equal(trial.lie(590, { north: -40, east: 0.1 }, north).notice('not-set'), undefined)
  const notice = trial.lie(20, { north: -40, east: 0 }, north).notice('not-set')
  assert.equal(notice?.level, 'alert')
})

test('reports a wind shift while the anchor is down', () => {
  const trial = anchored().lie(2_000, { north: -47, east: 0 }, north)
  trial.lie(1_200, { north: -30, east: 36 }, { ...north, wind: { direction: degrees(310), speed: 8 } })
  assert.match(trial.notice('wind-shift')?.message ?? '', /backed 50° .* from 000° to 310°/)
})

test('asks a boat at rest without a watch, and stops once it has one', () => {
  const trial = new WatchTrial()
  for (let away = 1_000; away > 9; away -= 3) trial.lie(1, { north: 0 - away, east: 0 }, north)
  trial.lie(400, { north: -9, east: 0 }, north)
  assert.equal(trial.watch.report.alert.reason, 'unwatched')
  trial.watch.drop(trial.time)
  assert.equal(trial.notice('unwatched'), undefined)
})

test('says from the first second outside the circle that the boat is outside, and for how long', () => {
  const trial = anchored().lie(30, { north: -47, east: 0 })
  trial.watch.radius(trial.time, 60)
  for (let away = 47; away < 60; away += 2) trial.lie(1, { north: 0 - away, east: 0 })
  assert.equal(trial.level, 'normal')
  trial.lie(1, { north: -61, east: 0 })
  assert.equal(trial.level, 'alert')
  assert.equal(trial.watch.report.alert.message, '61 m from the anchor, 1 m outside the circle for 0 s')
  trial.lie(4, { north: -62, east: 0 })
  assert.match(trial.watch.report.alert.message, /^62 m from the anchor, 2 m outside the circle for 4 s$/)
  assert.equal(trial.lie(6, { north: -62, east: 0 }).level, 'alarm')
})
