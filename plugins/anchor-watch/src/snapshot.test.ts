import { radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAtLeast } from './alerts/notice.ts'
import { AnchorWatch } from './anchor-watch.ts'
import { WatchTrial, yacht } from './watch-trial.ts'

const around = { heading: radians(0), depth: 6 }

const anchored = (): WatchTrial => {
  const trial = new WatchTrial().lie(60, { north: -9, east: 0 }, around)
  trial.watch.drop(trial.time)
  trial.watch.veer(trial.time, { rodeLength: 40, anchorDepth: 6 })
  return trial.lie(600, { north: -47, east: 0 }, around)
}

/** The same boat with a restarted watch, this much later. */
const restarted = (trial: WatchTrial, downtime: number): { watch: AnchorWatch; time: number } => {
  // As read from disk.
  const saved: unknown = JSON.parse(JSON.stringify(trial.watch.snapshot()))
  const watch = new AnchorWatch(yacht)
  assert.ok(watch.restore(saved, trial.time + downtime))
  return { watch, time: trial.time + downtime }
}

const fixAt = (trial: WatchTrial, at: number, north: number) => ({
  at,
  source: 'gps',
  position: trial.at(north),
})

test('watches the same anchor and radius after a restart, and is not normal before the first position', () => {
  const trial = anchored()
  const before = trial.watch.report
  const { watch, time } = restarted(trial, 3)
  const after = watch.report
  for (const member of ['state', 'position', 'maxRadius', 'rodeLength'] as const)
    assert.deepEqual(after[member], before[member])
  assert.equal(after.alert.level, 'alert')
  assert.match(after.alert.message, /^No position yet/)
  assert.equal(after.currentRadius, null)
  assert.equal(after.isWatched, false)
  watch.fix(fixAt(trial, time + 1, -47))
  assert.deepEqual(
    watch.notices.map(({ message }) => message),
    ['The anchor was not watched for 3 s'],
  )
  assert.ok(Math.abs(watch.track.length - trial.watch.track.length) <= 1)
})

test('a boat outside after a restart alarms with the first position', () => {
  const trial = anchored()
  const { watch, time } = restarted(trial, 40)
  watch.fix(fixAt(trial, time + 1, -80))
  assert.equal(watch.report.alert.level, 'alarm')
})

test('rejects an impossible first position', () => {
  const trial = anchored()
  const { watch, time } = restarted(trial, 40)
  watch.fix(fixAt(trial, time + 1, 1_754_715))
  assert.equal(
    watch.notices.find(({ reason }) => reason === 'distance'),
    undefined,
  )
  assert.equal(watch.report.isWatched, false)
})

test('an acknowledged alarm is the same and still acknowledged after a restart', () => {
  const trial = anchored().lie(40, { north: -75, east: 0 })
  trial.watch.acknowledge(trial.time)
  const { alert } = trial.watch.report
  const { watch, time } = restarted(trial, 30)
  watch.fix(fixAt(trial, time + 1, -75))
  assert.equal(watch.report.alert.level, alert.level)
  assert.equal(watch.report.alert.episode, alert.episode)
  assert.equal(watch.report.alert.isAcknowledged, true)
})

test('the time down continues across restarts, without unknown downtimes', () => {
  const trial = anchored()
  assert.equal(trial.watch.report.downFor, 600)
  assert.equal(restarted(trial, 3_600).watch.report.downFor, 4_200)
  const unknown = restarted(trial, -60)
  assert.equal(unknown.watch.report.downFor, 600)
  unknown.watch.tick(unknown.time + 5)
  assert.equal(unknown.watch.report.downFor, 605)
  const saved: unknown = JSON.parse(JSON.stringify(unknown.watch.snapshot()))
  const again = new AnchorWatch(yacht)
  assert.ok(again.restore(saved, unknown.time + 10))
  assert.equal(again.report.downFor, 610)
  again.raise(unknown.time + 11)
  assert.equal(again.report.downFor, null)
})

const downtimeOf = ({ notices }: AnchorWatch): string | undefined =>
  notices.find(({ reason }) => reason === 'downtime')?.message

test('reports the downtime after every restart; unknown when the clock was wrong', () => {
  const downtimeAfter = (downtime: number): string | undefined =>
    downtimeOf(restarted(anchored(), downtime).watch)
  const unknown = 'The anchor was not watched for an unknown time'
  assert.equal(downtimeAfter(12), 'The anchor was not watched for 12 s')
  assert.equal(downtimeAfter(600), 'The anchor was not watched for 10 min')
  assert.equal(downtimeAfter(-60), unknown, 'the clock was set back')
  assert.equal(downtimeAfter(-1_699_999_000), unknown, 'the clock is in 1970')
  assert.equal(downtimeAfter(1_700_000_000), unknown, 'the clock is far ahead')
  const epoch = anchored()
  const saved = epoch.watch.snapshot()
  const watch = new AnchorWatch(yacht)
  // Such a clock restarts where it started before.
  assert.ok(watch.restore({ ...saved, time: { ...saved.time, clock: 40 } }, 60))
  assert.equal(downtimeOf(watch), unknown, 'the clock was in 1970, and is again')
})

test('a short downtime does not hide a long one, which is reported for ten minutes', () => {
  const trial = anchored()
  let { watch, time } = restarted(trial, 7_200)
  const again = (downtime: number): void => {
    const saved: unknown = JSON.parse(JSON.stringify(watch.snapshot()))
    watch = new AnchorWatch(yacht)
    time += downtime
    assert.ok(watch.restore(saved, time))
  }
  const lie = (seconds: number): void => {
    for (let second = 0; second < seconds; second++) watch.fix(fixAt(trial, ++time, -47 + (time % 2) / 100))
  }
  lie(300)
  again(3)
  assert.equal(downtimeOf(watch), 'The anchor was not watched for 2 h')
  lie(300)
  assert.equal(downtimeOf(watch), undefined)
  assert.equal(watch.report.alert.level, 'normal')
  again(4)
  assert.equal(downtimeOf(watch), 'The anchor was not watched for 4 s')
  lie(1)
  watch.drop(time)
  assert.equal(downtimeOf(watch), undefined, 'another anchor')
})

test('an active alarm includes the downtime and the last known distance', () => {
  const trial = anchored().lie(40, { north: -75, east: 0 })
  const { watch, time } = restarted(trial, 30)
  const missed = 'The anchor was not watched for 30 s'
  assert.equal(watch.report.alert.message, `75 m from the anchor, 6 m outside the circle for 0 s. ${missed}`)
  watch.fix(fixAt(trial, time + 1, -76))
  assert.equal(watch.report.alert.message, `76 m from the anchor, 7 m outside the circle for 0 s. ${missed}`)
})

test('an alarm acknowledged before the first position does not start a new episode', () => {
  const trial = anchored().lie(40, { north: -75, east: 0 })
  const { watch, time } = restarted(trial, 3)
  watch.acknowledge(time)
  watch.fix(fixAt(trial, time + 1, -75))
  assert.equal(watch.report.alert.isAcknowledged, true)
  assert.equal(watch.report.alert.episode, trial.watch.report.alert.episode)
})

test('reverts what could not be saved: anchor, alarm and positions', () => {
  const trial = anchored().lie(40, { north: -75, east: 0 })
  const before = trial.watch.report
  const saved = trial.watch.snapshot()
  trial.watch.drop(trial.time)
  trial.watch.revert(saved)
  for (const member of ['state', 'position', 'maxRadius', 'currentRadius', 'rodeLength'] as const)
    assert.deepEqual(trial.watch.report[member], before[member])
  const { level, episode } = trial.watch.report.alert
  assert.deepEqual([level, episode], [before.alert.level, before.alert.episode])
  trial.watch.raise(trial.time)
  trial.watch.revert(saved)
  assert.equal(trial.watch.report.state, before.state)
})

test('reports the sleep of the machine as downtime and continues', () => {
  const trial = anchored()
  trial.time += 3_600
  trial.lie(1, { north: -47, east: 0 })
  assert.equal(trial.notice('downtime')?.message, 'The anchor was not watched for 60 min')
  trial.lie(601, { north: -47, east: 0 })
  assert.equal(trial.level, 'normal')
})

test('a raised watch stays raised', () => {
  const { watch } = restarted(new WatchTrial().lie(60, { north: 0, east: 0 }), 5)
  assert.equal(watch.report.state, 'raised')
  assert.deepEqual(watch.notices, [])
})

test('rejects an invalid snapshot and stays unchanged', () => {
  const watch = new AnchorWatch(yacht)
  const whole = anchored().watch.snapshot()
  for (const saved of [null, undefined, 7, 'watch', {}, { ...whole, watch: null }, { ...whole, more: 1 }])
    assert.equal(watch.restore(saved, 0), false, JSON.stringify(saved))
  const stay = { ...whole.watch.stay, circle: { radius: '50', isByHand: false } }
  assert.equal(watch.restore({ ...whole, watch: { ...whole.watch, stay } }, 0), false)
  assert.equal(watch.report.state, 'raised')
})

test('a week at anchor needs less than 16 kB for each part', () => {
  const trial = anchored()
  for (let step = 0; step < 7 * 24 * 120; step++) {
    trial.time += 25
    trial.watch.tick(trial.time - 20)
    trial.hear(trial.at(-47 + 20 * Math.sin(step / 7), 40 * Math.sin(step / 50)))
  }
  for (const [name, part] of Object.entries(trial.watch.snapshot()))
    assert.ok(JSON.stringify(part).length < 16_384, `${name}: ${JSON.stringify(part).length} bytes`)
})

test('a restart at any moment changes nothing but the wait for a position', () => {
  const trial = anchored()
  for (let away = 47; away < 110; away += 0.5) {
    trial.lie(1, { north: 0 - away, east: 0 }, around)
    const { watch, time } = restarted(trial, 1)
    watch.fix(fixAt(trial, time + 1, 0 - away))
    const [before, after] = [trial.watch.report, watch.report]
    assert.deepEqual(after.position, before.position)
    assert.equal(after.maxRadius, before.maxRadius)
    // A boat outside is not waited for: the level may be higher, never lower.
    assert.ok(
      isAtLeast(after.alert.level, before.alert.level),
      `${after.alert.level} after ${before.alert.level}`,
    )
    if (isAtLeast(before.alert.level, 'alarm')) assert.equal(after.alert.episode, before.alert.episode)
  }
})
