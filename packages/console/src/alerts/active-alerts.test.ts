import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyUpdate, noAlerts, withoutLost, type ActiveAlerts } from './active-alerts.ts'

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
