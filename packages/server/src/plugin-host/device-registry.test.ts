import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeviceRegistry } from './device-registry.ts'

const at = '2026-01-01T00:00:00Z'
const isCode = (code: string) => (error: unknown) => error instanceof MarineDataError && error.code === code

test('a device belongs to the plugin that registered it first, and to no other', () => {
  const devices = new DeviceRegistry({})
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

test('a device whose plugin is down stays known, but off-line, and comes back with what it last said', () => {
  const devices = new DeviceRegistry({})
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

test('a plugin serves at most 32 devices', () => {
  const devices = new DeviceRegistry({})
  for (let count = 0; count < 32; count++)
    devices.register('north', { id: `pilot-${count}`, kind: 'autopilot' })
  assert.throws(
    () => devices.register('north', { id: 'one-more', kind: 'autopilot' }),
    isCode('too-many-requests'),
  )
  devices.register('north', { id: 'pilot-7', kind: 'autopilot' })
})
