import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  alertIn,
  anchorPath,
  byUrgency,
  isAcknowledgeable,
  isFlashing,
  isSilenceable,
  screenOf,
  shapeOf,
  takeoverOf,
  type ShownAlert,
} from './alert.ts'
import { durationText } from './durations.ts'

const told = (state: string, more: object = {}): object => ({
  state,
  method: ['visual'],
  message: 'Water',
  id: `of-${state}`,
  status: 'active',
  raisedAt: '2026-01-01T10:00:00.000Z',
  ...more,
})

const shown = (state: string, more: object = {}, source = 'sensor'): ShownAlert => {
  const alert = alertIn({ path: `notifications.${state}`, source, value: told(state, more) }, undefined)
  assert.ok(alert)
  return alert
}

test('the four states of the data have the priorities and the shapes of the sea', () => {
  const seen = ['emergency', 'alarm', 'warn', 'alert'].map((state) => {
    const alert = shown(state)
    return [alert.priority, shapeOf(alert)]
  })
  assert.deepEqual(seen, [
    ['emergency', 'triangle'],
    ['alarm', 'triangle'],
    ['warning', 'circle'],
    ['caution', 'square'],
  ])
})

test('what says nothing of how bad it is, or is calm, is no alert', () => {
  const path = 'notifications.bilge'
  for (const value of [
    null,
    'alarm',
    7,
    {},
    { state: 'normal', method: [], message: '', id: 'over' },
    { state: 'warn', method: ['visual'], message: 'no place for it, and nobody is called' },
  ])
    assert.equal(alertIn({ path, source: 'a', value }, undefined), undefined)
})

test('what the boat has no place for in its list is shown and heard, and cannot be acknowledged', () => {
  const path = 'notifications.bilge'
  const value = { state: 'alarm', method: ['visual', 'sound'], message: 'Water' }
  const loud = alertIn({ path, source: 'a', value }, undefined)
  assert.ok(loud)
  assert.deepEqual(
    [loud.priority, loud.status, loud.hasSound, loud.isListed, loud.message],
    ['alarm', 'active', true, false, 'Water'],
  )
  assert.ok(isFlashing(loud) && isSilenceable(loud) && !isAcknowledgeable(loud))
  assert.equal(takeoverOf([loud]), loud)
  const seen = alertIn({ path, source: 'a', value: { ...value, method: ['visual'] } }, undefined)
  assert.ok(seen && !isFlashing(seen) && !seen.hasSound, 'what does not sound is listed, and calls nobody')
})

test('the anchor fills the screen before others that are as bad, and what can be acknowledged before what cannot', () => {
  const unlisted = { ...shown('alarm', {}, 'flood'), isListed: false, raisedAt: '' }
  const pump = shown('alarm')
  const anchor = { ...shown('alarm', { raisedAt: '2026-01-01T12:00:00.000Z' }, 'watch'), path: anchorPath }
  const seen = (...alerts: ShownAlert[]) => takeoverOf(alerts.toSorted(byUrgency))
  assert.equal(seen(unlisted, pump, anchor), anchor)
  assert.equal(seen(unlisted, pump), pump)
  assert.equal(seen(unlisted), unlisted)
})

test('an alert that is not on disk yet says so', () => {
  assert.deepEqual([shown('alarm').isSaved, shown('alarm', { saved: false }).isSaved], [true, false])
})

test('the worst comes first, of equally bad ones the newest, and what is over comes last', () => {
  const old = shown('alarm', { raisedAt: '2026-01-01T09:00:00.000Z' })
  const fresh = shown('alarm', { raisedAt: '2026-01-01T11:00:00.000Z' })
  const over = alertIn(
    { path: 'notifications.x', source: 'a', value: told('normal', { status: 'rectified' }) },
    fresh,
  )
  assert.ok(over)
  const sorted = [over, shown('alert'), old, shown('emergency'), fresh, shown('warn')].toSorted(byUrgency)
  assert.deepEqual(sorted, [shown('emergency'), fresh, old, shown('warn'), shown('alert'), over])
})

test('what is over is shown as bad as it was, and is there until someone acknowledges it', () => {
  const before = shown('alarm')
  const value = told('normal', { status: 'rectified' })
  const over = alertIn({ path: before.path, source: before.source, value }, before)
  assert.ok(over)
  assert.equal(over.priority, 'alarm')
  assert.ok(!isFlashing(over) && isAcknowledgeable(over))
})

test('only alarms that nobody has acknowledged flash', () => {
  for (const state of ['emergency', 'alarm']) {
    assert.ok(isFlashing(shown(state)))
    assert.ok(isFlashing(shown(state, { status: 'silenced' })))
    assert.ok(!isFlashing(shown(state, { status: 'acknowledged' })))
  }
  for (const state of ['warn', 'alert']) assert.ok(!isFlashing(shown(state)))
})

test('the oldest of the worst keeps the screen, until a worse one comes or it is answered', () => {
  const first = shown('alarm', { raisedAt: '2026-01-01T09:00:00.000Z' })
  const second = shown('alarm', { raisedAt: '2026-01-01T11:00:00.000Z' }, 'other')
  const worst = shown('emergency', { raisedAt: '2026-01-01T12:00:00.000Z' })
  const calm = [shown('warn'), shown('alert')]
  const seen = (...alerts: ShownAlert[]) => takeoverOf([...alerts, ...calm].toSorted(byUrgency))
  assert.equal(seen(first, second), first)
  assert.equal(seen(first, second, worst), worst)
  assert.equal(seen({ ...first, status: 'acknowledged' }, second), second)
  assert.equal(seen({ ...first, status: 'silenced' }), undefined)
  assert.equal(seen(), undefined)
})

test('an alert leads to the screen that shows more of it', () => {
  assert.equal(screenOf('notifications.navigation.anchor'), 'anchor')
  assert.equal(screenOf('notifications.navigation.anchor.listeners'), 'anchor')
  assert.equal(screenOf('notifications.steering.autopilot.xte'), 'helm')
  assert.equal(screenOf('notifications.mob'), 'chart')
  assert.equal(screenOf('notifications.mobile'), undefined)
  assert.equal(screenOf('notifications.environment.depth.belowKeel'), undefined)
})

test('how long an alarm lasts is counted as on a clock', () => {
  assert.deepEqual([-5, 14_900, 600_000, 3_723_000].map(durationText), ['00:00', '00:14', '10:00', '1:02:03'])
})
