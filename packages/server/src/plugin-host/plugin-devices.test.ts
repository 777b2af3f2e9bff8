import { MarineDataError, type Notification } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginDevices, type DeviceKind } from './plugin-devices.ts'

const at = '2026-01-01T00:00:00Z'
const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

test('assigns a device to the plugin that registered it first', () => {
  const devices = new PluginDevices({})
  devices.register('north', { id: 'pilot', kind: 'autopilot' })
  assert.throws(() => devices.register('south', { id: 'pilot', kind: 'autopilot' }), isCode('device-taken'))
  assert.throws(() => devices.report('south', 'pilot', { report: {}, at }), isCode('device-taken'))
  assert.throws(() => devices.withdraw('south', 'pilot'), isCode('device-taken'))
  assert.throws(() => devices.report('north', 'other', { report: {}, at }), isCode('device-not-found'))
  devices.withdraw('north', 'pilot')
  devices.register('south', { id: 'pilot', kind: 'anchor' })
  assert.deepEqual(devices.of('north'), [])
  assert.equal(devices.of('south')[0]?.kind, 'anchor')
})

test('marks devices of a stopped plugin as offline and restores them with their last report', () => {
  const devices = new PluginDevices({})
  devices.register('north', { id: 'pilot', kind: 'autopilot' })
  devices.report('north', 'pilot', { report: { state: 'auto' }, at })
  devices.lose('north')
  const [lost] = devices.of('north')
  assert.deepEqual([lost?.online, lost?.report, lost?.reportedAt], [false, { state: 'auto' }, at])
  devices.register('north', { id: 'pilot', kind: 'autopilot' })
  assert.equal(devices.of('north')[0]?.online, true)
  devices.forget('north')
  assert.deepEqual(devices.of('north'), [])
})

test('rejects a 257th device of a plugin', () => {
  const devices = new PluginDevices({})
  for (let count = 0; count < 256; count++)
    devices.register('north', { id: `pilot-${count}`, kind: 'autopilot' })
  assert.throws(
    () => devices.register('north', { id: 'one-more', kind: 'autopilot' }),
    isCode('too-many-requests'),
  )
  devices.register('north', { id: 'pilot-7', kind: 'autopilot' })
})

test('withdraws a device from its old kind when it is registered as another kind', () => {
  const listed = { autopilot: new Set<string>(), anchor: new Set<string>() }
  const kindOf = (ids: Set<string>): DeviceKind => ({
    register: ({ id }) => void ids.add(id),
    report: () => undefined,
    notify: () => undefined,
    lose: () => undefined,
    withdraw: (id) => void ids.delete(id),
  })
  const devices = new PluginDevices({ autopilot: kindOf(listed.autopilot), anchor: kindOf(listed.anchor) })
  devices.register('north', { id: 'main', kind: 'autopilot' })
  devices.report('north', 'main', { report: { state: 'auto' }, at })
  devices.register('north', { id: 'main', kind: 'anchor' })
  assert.deepEqual([[...listed.autopilot], [...listed.anchor]], [[], ['main']])
  assert.deepEqual(
    devices.of('north').map(({ kind, report }) => [kind, report]),
    [['anchor', null]],
  )
  devices.forget('north')
  assert.deepEqual([[...listed.autopilot], [...listed.anchor]], [[], []])
})

test('rejects an alarm of a device whose kind sends alarms in reports', () => {
  const kind: DeviceKind = {
    register: () => undefined,
    report: () => undefined,
    lose: () => undefined,
    withdraw: () => undefined,
  }
  const devices = new PluginDevices({ anchor: kind })
  devices.register('north', { id: 'bower', kind: 'anchor' })
  const notification: Notification = { state: 'alarm', method: [], message: 'Dragging' }
  assert.throws(
    () => devices.notify('north', 'bower', { name: 'heading', notification }),
    isCode('unsupported-action'),
  )
})
