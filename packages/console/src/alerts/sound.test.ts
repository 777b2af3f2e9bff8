import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Priority, ShownAlert } from './alert.ts'
import { loopFor, warningEveryMs, WarningTimes, patterns, samplesOf, type PatternName } from './sound.ts'

const alert = (priority: Priority, more: Partial<ShownAlert> = {}): ShownAlert => ({
  key: priority,
  id: priority,
  path: `notifications.${priority}`,
  source: 'sensor',
  message: '',
  priority,
  status: 'active',
  hasSound: priority === 'emergency' || priority === 'alarm',
  raisedAt: '',
  acknowledgedBy: undefined,
  silencedUntil: undefined,
  isListed: true,
  isSaved: true,
  context: undefined,
  position: undefined,
  isEndable: false,
  ...more,
})

test('the most severe active alarm sounds in a loop, warnings and cautions do not', () => {
  assert.equal(loopFor([alert('alarm'), alert('emergency')], false), 'emergency')
  assert.equal(loopFor([alert('alarm'), alert('warning')], true), 'alarm')
  assert.equal(loopFor([alert('warning'), alert('caution')], false), undefined)
  assert.equal(loopFor([alert('caution')], true), 'lost')
})

test('silenced, acknowledged, ended and visual alerts make no sound', () => {
  for (const status of ['silenced', 'acknowledged', 'rectified'] as const)
    assert.equal(loopFor([alert('emergency', { status })], false), undefined)
  assert.equal(loopFor([alert('alarm', { hasSound: false })], false), undefined)
})

test('a warning sounds once, and every five minutes until answered', () => {
  const times = new WarningTimes()
  const active = [alert('warning')]
  assert.ok(times.isDue(active, 0))
  times.note(active, 0)
  assert.ok(!times.isDue(active, warningEveryMs - 1))
  assert.ok(times.isDue(active, warningEveryMs))
  assert.ok(!times.isDue([alert('warning', { status: 'acknowledged' })], warningEveryMs))
})

test('another warning sounds immediately, as does a repeated one', () => {
  const times = new WarningTimes()
  times.note([alert('warning')], 0)
  assert.ok(times.isDue([alert('warning'), alert('warning', { id: 'second' })], 1))
  assert.ok(!times.isDue([], 2))
  assert.ok(times.isDue([alert('warning')], 3))
})

test('a caution is never due', () => {
  assert.ok(!new WarningTimes().isDue([alert('caution'), alert('alarm')], 1e9))
})

const rate = 22_050

/** Number of times a sound starts after silence. */
const bursts = (name: PatternName): number => {
  const samples = samplesOf(patterns[name], rate)
  const windowSize = Math.round(rate * 0.02)
  let count = 0
  let wasLoud = false
  for (let at = 0; at < samples.length; at += windowSize) {
    const isLoud = samples.subarray(at, at + windowSize).some((sample) => Math.abs(sample) > 0.2)
    if (isLoud && !wasLoud) count++
    wasLoud = isLoud
  }
  return count
}

test('an alarm is three pulses every 2 s, a warning two, a lost connection one every 10 s', () => {
  assert.deepEqual([bursts('alarm'), patterns.alarm.seconds], [3, 2])
  assert.deepEqual([bursts('warning'), patterns.warning.isLooped], [2, false])
  assert.deepEqual([bursts('lost'), patterns.lost.seconds], [1, 10])
})

test('an emergency sound has no pause', () => {
  assert.equal(bursts('emergency'), 1)
  const samples = samplesOf(patterns.emergency, rate)
  const quietest = Math.round(rate * 0.02)
  for (let at = 0; at < samples.length; at += quietest)
    assert.ok(samples.subarray(at, at + quietest).some((sample) => Math.abs(sample) > 0.2))
})

test('no pattern clips or clicks', () => {
  for (const name of Object.keys(patterns) as PatternName[]) {
    const samples = samplesOf(patterns[name], rate)
    assert.ok(samples.every((sample) => Math.abs(sample) <= 1))
    assert.ok(Math.abs(samples[0] ?? 1) < 0.01 && Math.abs(samples.at(-1) ?? 1) < 0.05, name)
  }
})
