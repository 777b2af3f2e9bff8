import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Priority, ShownAlert } from '#alerts/alert.ts'
import { loopFor, warningEveryMs, WarningTimes } from './due-sounds.ts'

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

test('another warning sounds at once, as does one raised again', () => {
  const times = new WarningTimes()
  times.note([alert('warning')], 0)
  assert.ok(times.isDue([alert('warning'), alert('warning', { id: 'second' })], 1))
  assert.ok(!times.isDue([], 2))
  assert.ok(times.isDue([alert('warning')], 3))
})

test('a caution is never due', () => {
  assert.ok(!new WarningTimes().isDue([alert('caution'), alert('alarm')], 1e9))
})
