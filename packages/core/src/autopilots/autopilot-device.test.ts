import type { AutopilotDetails, AutopilotReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AutopilotDevice } from './autopilot-device.ts'

const details: AutopilotDetails = {
  states: [
    { name: 'auto', engaged: true },
    { name: 'standby', engaged: false },
  ],
  modes: [
    { name: 'compass', kind: 'heading' },
    { name: 'wind', kind: 'wind' },
    { name: 'route', kind: 'route' },
    { name: 'rudder', kind: 'rudder', limit: 0.4 },
  ],
  operations: ['set-target'],
}
const deviceWith = (more: Partial<AutopilotDetails> = {}): AutopilotDevice =>
  new AutopilotDevice({ id: 'main', provider: 'simulator', details: { ...details, ...more } }, 0)
const steering: AutopilotReport = { state: 'auto', mode: 'compass', target: 1 }
const standby: AutopilotReport = { state: 'standby', mode: 'compass', target: 1 }
const lost: AutopilotReport = { state: 'off-line', mode: null, target: null }

test('a device without a report is off-line, and its silence raises no alarm', () => {
  const device = deviceWith()
  assert.deepEqual(device.view, { link: 'off-line' })
  assert.equal(device.steering, 'unreported')
  assert.ok(device.isSilent(60_000))
  assert.equal(device.fallSilent(), undefined)
  assert.equal(device.steering, 'off-line')
})

test('is engaged only in the states declared as engaged', () => {
  const device = deviceWith()
  device.handleReport(steering, 1)
  assert.ok(device.view.link === 'on-line' && device.view.engaged)
  device.handleReport(standby, 2)
  assert.ok(device.view.link === 'on-line' && !device.view.engaged)
})

test('while dodging the target is a heading', () => {
  const device = deviceWith()
  device.handleReport({ state: 'auto', mode: 'dodge', target: -0.5 }, 1)
  const { view } = device
  assert.ok(view.link === 'on-line' && view.isDodging)
  assert.equal(view.target, 2 * Math.PI - 0.5)
  assert.equal(device.targetRange(), null)
})

for (const [mode, range] of [
  ['compass', [0, 2 * Math.PI]],
  ['wind', [-Math.PI, Math.PI]],
  ['route', null],
  ['rudder', [-0.4, 0.4]],
] as const)
  test(`in mode ${mode} the target range is ${range === null ? 'null' : ` ${range.join('…')}`}`, () => {
    const device = deviceWith()
    device.handleReport({ state: 'auto', mode, target: 0.1 }, 1)
    assert.deepEqual(device.targetRange(), range)
  })

test('there is no target range off-line, without a mode, or disengaged without keepsTarget', () => {
  const device = deviceWith()
  assert.equal(device.targetRange(), null)
  device.handleReport({ ...steering, mode: null }, 1)
  assert.equal(device.targetRange(), null)
  device.handleReport(standby, 2)
  assert.equal(device.targetRange(), null)
  const keeping = deviceWith({ keepsTarget: true })
  keeping.handleReport(standby, 2)
  assert.deepEqual(keeping.targetRange(), [0, 2 * Math.PI])
  const fixed = deviceWith({ operations: [] })
  fixed.handleReport(steering, 1)
  assert.equal(fixed.targetRange(), null)
})

test('the confirmation time is two seconds unless declared', () => {
  assert.equal(deviceWith().confirmMs, 2_000)
  assert.equal(deviceWith({ confirm: 7 }).confirmMs, 7_000)
})

test('expects a requested stop until one second after the confirmation time', () => {
  for (const [at, alarm] of [
    [3_000, undefined],
    [3_001, 'stopped-by-itself'],
  ] as const) {
    const device = deviceWith()
    device.handleReport(steering, 0)
    device.expectStandby(0)
    assert.equal(device.handleReport(standby, at), alarm)
  }
})

test('steering again cancels the expected stop', () => {
  const device = deviceWith()
  device.handleReport(steering, 0)
  device.expectStandby(0)
  assert.equal(device.handleReport(standby, 100), undefined)
  device.handleReport(steering, 200)
  assert.equal(device.handleReport(standby, 300), 'stopped-by-itself')
})

test('losing a steering device raises the alarm in every way', () => {
  const lose: readonly ((device: AutopilotDevice) => unknown)[] = [
    (device) => device.lose('off-line'),
    (device) => device.handleReport(lost, 1),
    (device) => device.fallSilent(),
  ]
  for (const how of lose) {
    const device = deviceWith()
    device.handleReport(standby, 0)
    assert.equal(how(device), undefined)
    device.handleReport(steering, 0)
    assert.equal(how(device), 'lost')
    assert.deepEqual(device.view, { link: 'off-line' })
    assert.equal(how(device), undefined)
  }
})
