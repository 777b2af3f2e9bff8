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

test('the worst that is active is heard, and neither warnings nor cautions without end', () => {
  assert.equal(loopFor([alert('alarm'), alert('emergency')], false), 'emergency')
  assert.equal(loopFor([alert('alarm'), alert('warning')], true), 'alarm')
  assert.equal(loopFor([alert('warning'), alert('caution')], false), undefined)
  assert.equal(loopFor([alert('caution')], true), 'lost')
})

test('what is silenced, acknowledged, over or meant for the eye only is not heard', () => {
  for (const status of ['silenced', 'acknowledged', 'rectified'] as const)
    assert.equal(loopFor([alert('emergency', { status })], false), undefined)
  assert.equal(loopFor([alert('alarm', { hasSound: false })], false), undefined)
})

test('a warning is heard once, and again every five minutes until someone answers it', () => {
  const times = new WarningTimes()
  const standing = [alert('warning')]
  assert.ok(times.isDue(standing, 0))
  times.note(standing, 0)
  assert.ok(!times.isDue(standing, warningEveryMs - 1))
  assert.ok(times.isDue(standing, warningEveryMs))
  assert.ok(!times.isDue([alert('warning', { status: 'acknowledged' })], warningEveryMs))
})

test('another warning is heard at once, and one that is raised anew, too', () => {
  const times = new WarningTimes()
  times.note([alert('warning')], 0)
  assert.ok(times.isDue([alert('warning'), alert('warning', { id: 'second' })], 1))
  assert.ok(!times.isDue([], 2))
  assert.ok(times.isDue([alert('warning')], 3))
})

test('a caution is never due', () => {
  assert.ok(!new WarningTimes().isDue([alert('caution'), alert('alarm')], 1e9))
})
