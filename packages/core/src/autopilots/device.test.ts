import type { AutopilotDetails, AutopilotReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AutopilotDevice } from './device.ts'

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

test('a device of which nothing was heard is off-line, and its silence is no alarm', () => {
  const device = deviceWith()
  assert.deepEqual(device.view, { link: 'off-line' })
  assert.equal(device.steering, 'unheard')
  assert.equal(device.checkSilence(60_000), undefined)
  assert.equal(device.steering, 'off-line')
})

test('it steers in the states of which it says so, and in no others', () => {
  const device = deviceWith()
  device.hear(steering, 1)
  assert.ok(device.view.link === 'on-line' && device.view.engaged)
  device.hear(standby, 2)
  assert.ok(device.view.link === 'on-line' && !device.view.engaged)
})

test('it dodges while it reports so, and then its target is a heading', () => {
  const device = deviceWith()
  device.hear({ state: 'auto', mode: 'dodge', target: -0.5 }, 1)
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
  test(`in mode ${mode} a target can be set ${range === null ? 'by nobody' : `within ${range.join('…')}`}`, () => {
    const device = deviceWith()
    device.hear({ state: 'auto', mode, target: 0.1 }, 1)
    assert.deepEqual(device.targetRange(), range)
  })

test('no target can be set off-line, nor without a mode, nor where none is kept while it does not steer', () => {
  const device = deviceWith()
  assert.equal(device.targetRange(), null)
  device.hear({ ...steering, mode: null }, 1)
  assert.equal(device.targetRange(), null)
  device.hear(standby, 2)
  assert.equal(device.targetRange(), null)
  const keeping = deviceWith({ keepsTarget: true })
  keeping.hear(standby, 2)
  assert.deepEqual(keeping.targetRange(), [0, 2 * Math.PI])
  const fixed = deviceWith({ operations: [] })
  fixed.hear(steering, 1)
  assert.equal(fixed.targetRange(), null)
})

test('it has two seconds to show an effect unless it declares another time', () => {
  assert.equal(deviceWith().confirmMs, 2_000)
  assert.equal(deviceWith({ confirm: 7 }).confirmMs, 7_000)
})

test('a stop that was asked for is expected until a second after it should have come, and not longer', () => {
  for (const [at, alarm] of [
    [3_000, undefined],
    [3_001, 'stopped-by-itself'],
  ] as const) {
    const device = deviceWith()
    device.hear(steering, 0)
    device.expectStandby(0)
    assert.equal(device.hear(standby, at), alarm)
  }
})

test('once it steers again, a stop from before is no longer expected', () => {
  const device = deviceWith()
  device.hear(steering, 0)
  device.expectStandby(0)
  assert.equal(device.hear(standby, 100), undefined)
  device.hear(steering, 200)
  assert.equal(device.hear(standby, 300), 'stopped-by-itself')
})

test('a device that steered and is lost raises the alarm, whichever way it is lost', () => {
  const lose: readonly ((device: AutopilotDevice) => unknown)[] = [
    (device) => device.lose(),
    (device) => device.hear(lost, 1),
    (device) => device.checkSilence(5_000),
  ]
  for (const how of lose) {
    const device = deviceWith()
    device.hear(standby, 0)
    assert.equal(how(device), undefined)
    device.hear(steering, 0)
    assert.equal(how(device), 'lost')
    assert.deepEqual(device.view, { link: 'off-line' })
    assert.equal(how(device), undefined)
  }
})

test('each report begins the silence anew', () => {
  const device = deviceWith({ silence: 1 })
  device.hear(steering, 0)
  device.hear(steering, 900)
  assert.equal(device.checkSilence(1_899), undefined)
  assert.equal(device.checkSilence(1_900), 'lost')
})

test('who waits for an effect is told by a report from after, not by one from before', async () => {
  const device = deviceWith()
  device.hear(steering, 0)
  using wait = device.waitUntil(({ engaged }) => engaged)
  let isShown = false
  void wait.shown.then(() => {
    isShown = true
  })
  device.settle()
  await Promise.resolve()
  assert.equal(isShown, false)
  device.hear(steering, 1)
  device.settle()
  await wait.shown
})

test('who waits is not told by a report that does not show it', async () => {
  const device = deviceWith()
  device.hear(steering, 0)
  using wait = device.waitUntil(({ target }) => target === 2)
  let isShown = false
  void wait.shown.then(() => {
    isShown = true
  })
  device.hear(steering, 1)
  device.settle()
  await Promise.resolve()
  assert.equal(isShown, false)
  device.hear({ ...steering, target: 2 }, 2)
  device.settle()
  await wait.shown
})

test('who waits hears of the loss of the device', async () => {
  const device = deviceWith()
  device.hear(steering, 0)
  using wait = device.waitUntil(({ engaged }) => !engaged)
  device.lose()
  device.settle()
  await assert.rejects(wait.shown, (reason) => reason === 'lost')
})

test('who no longer waits is not told', async () => {
  const device = deviceWith()
  device.hear(steering, 0)
  const wait = device.waitUntil(({ engaged }) => engaged)
  wait[Symbol.dispose]()
  let isShown = false
  void wait.shown.then(() => {
    isShown = true
  })
  device.hear(steering, 1)
  device.settle()
  await Promise.resolve()
  assert.equal(isShown, false)
})
