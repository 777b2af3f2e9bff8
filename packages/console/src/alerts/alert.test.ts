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
  chartPlaceOf,
  isBanded,
  pressingOf,
  type ShownAlert,
  durationText,
  applyUpdate,
  noAlerts,
  withoutLost,
  type ActiveAlerts,
  crewCall,
} from './alert.ts'

const notification = (state: string, more: object = {}): object => ({
  state,
  method: ['visual'],
  message: 'Water',
  id: `of-${state}`,
  status: 'active',
  raisedAt: '2026-01-01T10:00:00.000Z',
  ...more,
})

const shown = (state: string, more: object = {}, source = 'sensor'): ShownAlert => {
  const alert = alertIn(
    { path: `notifications.${state}`, source, value: notification(state, more) },
    undefined,
  )
  assert.ok(alert)
  return alert
}

test('the four severities map to priorities and shapes', () => {
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

test('a value without a severity, or a normal one, is no alert', () => {
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

test('a name in a message does not reverse the words behind it', () => {
  const message = 'TERN\u202E\u2067 will come nearer than 0.2 NM'
  const value = { state: 'alarm', method: ['visual'], message }
  const alert = alertIn({ path: 'notifications.bilge', source: 'a', value }, undefined)
  assert.equal(alert?.message, 'TERN\uFFFD\uFFFD will come nearer than 0.2 NM')
})

test('an alert outside the server’s list is shown and sounds, and cannot be acknowledged', () => {
  const path = 'notifications.bilge'
  const value = { state: 'alarm', method: ['visual', 'sound'], message: 'Water' }
  const loud = alertIn({ path, source: 'a', value }, undefined)
  assert.ok(loud)
  assert.deepEqual(
    [loud.priority, loud.status, loud.hasSound, loud.isListed, loud.message],
    ['alarm', 'active', true, false, 'Water'],
  )
  assert.ok(isFlashing(loud) && isSilenceable(loud) && !isAcknowledgeable(loud))
  assert.equal(pressingOf([loud]), loud)
  const seen = alertIn({ path, source: 'a', value: { ...value, method: ['visual'] } }, undefined)
  assert.ok(seen && !isFlashing(seen) && !seen.hasSound, 'what does not sound is listed, and calls nobody')
})

test('the anchor alarm fills the screen before equal ones, and listed alerts before unlisted', () => {
  const unlisted = { ...shown('alarm', {}, 'flood'), isListed: false, raisedAt: '' }
  const pump = shown('alarm')
  const anchor = { ...shown('alarm', { raisedAt: '2026-01-01T12:00:00.000Z' }, 'watch'), path: anchorPath }
  const seen = (...alerts: ShownAlert[]) => pressingOf(alerts.toSorted(byUrgency))
  assert.equal(seen(unlisted, pump, anchor), anchor)
  assert.equal(seen(unlisted, pump), pump)
  assert.equal(seen(unlisted), unlisted)
})

test('an unsaved alert is marked', () => {
  assert.deepEqual([shown('alarm').isSaved, shown('alarm', { saved: false }).isSaved], [true, false])
})

test('alerts sort by priority, then newest first, ended ones last', () => {
  const old = shown('alarm', { raisedAt: '2026-01-01T09:00:00.000Z' })
  const fresh = shown('alarm', { raisedAt: '2026-01-01T11:00:00.000Z' })
  const over = alertIn(
    { path: 'notifications.x', source: 'a', value: notification('normal', { status: 'rectified' }) },
    fresh,
  )
  assert.ok(over)
  const sorted = [over, shown('alert'), old, shown('emergency'), fresh, shown('warn')].toSorted(byUrgency)
  assert.deepEqual(sorted, [shown('emergency'), fresh, old, shown('warn'), shown('alert'), over])
})

test('an ended alert keeps its priority until acknowledged', () => {
  const before = shown('alarm')
  const value = notification('normal', { status: 'rectified' })
  const over = alertIn({ path: before.path, source: before.source, value }, before)
  assert.ok(over)
  assert.equal(over.priority, 'alarm')
  assert.ok(!isFlashing(over) && isAcknowledgeable(over))
})

test('only unacknowledged alarms flash', () => {
  for (const state of ['emergency', 'alarm']) {
    assert.ok(isFlashing(shown(state)))
    assert.ok(isFlashing(shown(state, { status: 'silenced' })))
    assert.ok(!isFlashing(shown(state, { status: 'acknowledged' })))
  }
  for (const state of ['warn', 'alert']) assert.ok(!isFlashing(shown(state)))
})

test('the oldest of the most severe alarms keeps the screen until a worse one or an answer', () => {
  const first = shown('alarm', { raisedAt: '2026-01-01T09:00:00.000Z' })
  const second = shown('alarm', { raisedAt: '2026-01-01T11:00:00.000Z' }, 'other')
  const worst = shown('emergency', { raisedAt: '2026-01-01T12:00:00.000Z' })
  const calm = [shown('warn'), shown('alert')]
  const seen = (...alerts: ShownAlert[]) => pressingOf([...alerts, ...calm].toSorted(byUrgency))
  assert.equal(seen(first, second), first)
  assert.equal(seen(first, second, worst), worst)
  assert.equal(seen({ ...first, status: 'acknowledged' }, second), second)
  assert.equal(seen({ ...first, status: 'silenced' }), undefined)
  assert.equal(seen(), undefined)
})

test('an alert links to the screen with more about it', () => {
  assert.equal(screenOf('notifications.navigation.anchor'), 'anchor')
  assert.equal(screenOf('notifications.navigation.anchor.listeners'), 'anchor')
  assert.equal(screenOf('notifications.steering.autopilot.xte'), 'helm')
  assert.equal(screenOf('notifications.mob'), 'chart')
  assert.equal(screenOf('notifications.navigation.closestApproach.230012345'), 'chart')
  assert.equal(screenOf('notifications.mobile'), undefined)
  assert.equal(screenOf('notifications.environment.depth.belowKeel'), undefined)
})

test('the duration of an alarm is formatted like a clock', () => {
  assert.deepEqual([-5, 14_900, 600_000, 3_723_000].map(durationText), ['00:00', '00:14', '10:00', '1:02:03'])
})

const path = 'notifications.bilge'
const raised = {
  state: 'alarm',
  method: ['visual', 'sound'],
  message: 'Water',
  id: 'a',
  status: 'active',
  raisedAt: '',
}
const over = { state: 'normal', method: [], message: '', id: 'a' }

const after = (active: ActiveAlerts, value: unknown, source = 'sensor'): ActiveAlerts =>
  applyUpdate(active, { path, source, value })

const idsOf = (active: ActiveAlerts): string[] => [...active.values()].map(({ id }) => id)

test('two sources at one path each have an alert', () => {
  const active = after(after(noAlerts, raised), { ...raised, id: 'b' }, 'other')
  assert.deepEqual(
    [...active.values()].map(({ id, source }) => [id, source]),
    [
      ['a', 'sensor'],
      ['b', 'other'],
    ],
  )
  assert.deepEqual(idsOf(after(active, over)), ['b'])
})

test('an alert raised again while disconnected is a new one', () => {
  assert.deepEqual(idsOf(after(after(noAlerts, raised), { ...raised, id: 'b' })), ['b'])
})

test('an update without news changes nothing', () => {
  assert.equal(after(noAlerts, over), noAlerts)
  const active = after(noAlerts, raised)
  assert.equal(
    withoutLost(active, () => false),
    active,
  )
})

test('alerts that the server no longer has are removed', () => {
  const active = after(after(noAlerts, raised), { ...raised, id: 'b' }, 'other')
  assert.deepEqual(idsOf(withoutLost(active, ({ id }) => id === 'a')), ['b'])
})

for (const [name, station, message] of [
  ['Anna', 'Cockpit', 'Anna calls all hands (Cockpit)'],
  ['Anna', 'Anna, Phone', 'Anna calls all hands (Phone)'],
  ['Anna', 'Annapolis', 'Anna calls all hands (Annapolis)'],
] as const)
  test(`${name} at ${station}: ${message}`, () => {
    assert.deepEqual(crewCall({ boat: 'claimed', name }, station), {
      path: 'notifications.crew.call',
      state: 'alarm',
      message,
      lasts: 600,
    })
  })

test('the open demo has no user names', () => {
  assert.equal(crewCall({ boat: 'open', name: 'open' }, 'Phone').message, 'All hands are called (Phone)')
})

test('collision and man overboard have a band, and the chart shows where they are', () => {
  const context = 'vessels.urn:mrn:imo:mmsi:230012345'
  const approachPath = 'notifications.navigation.closestApproach.230012345'
  const collision = alertIn(
    { path: approachPath, source: 'closest-approach', value: notification('alarm', { context }) },
    undefined,
  )
  assert.ok(collision)
  assert.ok(isBanded(collision))
  assert.equal(chartPlaceOf(collision), `target/${encodeURIComponent(context)}`)
  const mob = { path: 'notifications.mob', context: undefined }
  assert.ok(isBanded(mob))
  assert.equal(chartPlaceOf(mob), 'mob')
  assert.ok(!isBanded({ path: anchorPath }))
  assert.equal(chartPlaceOf({ path: anchorPath, context: undefined }), '')
})

test('a distress has a band, and the chart shows its casualty', () => {
  for (const name of [
    'distress.972009901',
    'distress.drill.972009901',
    'nmea2000.manOverboard.42',
    'nmea0183.manOverboard.7',
  ]) {
    const at = `notifications.${name}`
    assert.ok(isBanded({ path: at }), name)
    assert.equal(screenOf(at), 'chart')
    assert.equal(chartPlaceOf({ path: at, context: undefined }), `casualty/${at}`)
  }
  for (const name of ['nmea2000.00a1b2c3d4e5f607.5.0.300.1', 'safetyText.232009905', 'distressed'])
    assert.ok(!isBanded({ path: `notifications.${name}` }), name)
})
