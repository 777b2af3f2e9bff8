import { defaultAutopilot, type AutopilotReport, type Condition } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { details, Harbour, heading, standby, steering } from '#testing/pilot-harbour.ts'

const defaultPath = 'steering.autopilot.defaultPilot'

test('there is no default without a device', () => {
  const harbour = new Harbour()
  const { registry } = harbour
  assert.equal(registry.defaultId, undefined)
  assert.deepEqual(registry.devices, [])
  assert.equal(
    harbour.refusal(() => registry.find(defaultAutopilot)),
    'no-default-autopilot',
  )
  assert.equal(
    harbour.refusal(() => registry.find('main')),
    'autopilot-not-found',
  )
})

test('a single device becomes the default and is published', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.write()
  assert.equal(harbour.latest('main', defaultPath), 'main')
  assert.equal(harbour.registry.defaultId, 'main')
  assert.equal(harbour.registry.find(defaultAutopilot).id, 'main')
  assert.equal(harbour.stored, undefined)
})

test('a second device does not replace the default', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.report('spare', standby)
  assert.equal(harbour.registry.defaultId, 'main')
})

test('without a choice the first of several devices that reports becomes the default', () => {
  const harbour = new Harbour()
  harbour.add('gone', 'main', 'spare')
  harbour.registry.withdraw('gone')
  harbour.registry.report('spare', standby)
  harbour.registry.report('main', standby)
  harbour.write()
  assert.equal(harbour.latest('spare', defaultPath), 'spare')
  assert.equal(harbour.registry.defaultId, 'spare')
})

test('without a choice or report the first registered device becomes the default on request', () => {
  const harbour = new Harbour()
  harbour.add('gone', 'main', 'spare')
  harbour.registry.withdraw('gone')
  assert.equal(harbour.registry.defaultId, 'main')
  harbour.registry.report('spare', standby)
  harbour.write()
  assert.equal(harbour.latest('main', defaultPath), 'main')
  assert.equal(harbour.registry.defaultId, 'main')
})

test('the last remaining device becomes the default', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.withdraw('main')
  harbour.write()
  assert.equal(harbour.latest('spare', defaultPath), 'spare')
})

test('a choice sets the default, is saved and published', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  assert.equal(harbour.registry.choose('spare').id, 'spare')
  harbour.write()
  assert.deepEqual(harbour.stored, { id: 'spare', provider: 'provider-of-spare' })
  assert.equal(harbour.latest('spare', defaultPath), 'spare')
  assert.equal(harbour.registry.find(defaultAutopilot).id, 'spare')
})

test('the previous default publishes null when the default changes', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.choose('spare')
  harbour.write()
  assert.equal(harbour.latest('main', defaultPath), null)
  harbour.registry.choose('main')
  harbour.write()
  assert.equal(harbour.latest('spare', defaultPath), null)
  assert.equal(harbour.latest('main', defaultPath), 'main')
})

test('choosing `_default` saves the present default', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  assert.equal(harbour.registry.choose(defaultAutopilot).id, 'main')
  assert.equal(harbour.stored?.id, 'main')
})

test('rejects choosing an unknown device', () => {
  const harbour = new Harbour()
  assert.equal(
    harbour.refusal(() => harbour.registry.choose(defaultAutopilot)),
    'no-default-autopilot',
  )
  harbour.add('main')
  assert.equal(
    harbour.refusal(() => harbour.registry.choose('spare')),
    'autopilot-not-found',
  )
  assert.equal(harbour.stored, undefined)
})

test('an off-line device can be chosen and stays the default', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.report('main', standby)
  harbour.registry.lose('provider-of-spare')
  harbour.registry.choose('spare')
  harbour.registry.report('main', standby)
  const { id, view } = harbour.registry.find(defaultAutopilot)
  assert.deepEqual([id, view.link], ['spare', 'off-line'])
})

test('after a restart the chosen device is the default, off-line until it registers', () => {
  const harbour = new Harbour({ id: 'spare', provider: 'provider-of-spare' })
  const { registry } = harbour
  harbour.add('main')
  registry.report('main', standby)
  const placeholder = registry.find(defaultAutopilot)
  assert.deepEqual([placeholder.id, placeholder.provider], ['spare', 'provider-of-spare'])
  assert.equal(placeholder.view.link, 'off-line')
  harbour.write()
  assert.equal(harbour.latest('main', defaultPath), undefined)
  assert.equal(harbour.latest('spare', 'steering.autopilot.state'), 'off-line')
  harbour.add('spare')
  registry.report('spare', standby)
  assert.equal(registry.find(defaultAutopilot).view.link, 'on-line')
})

test('publishes the default immediately after a restart', () => {
  const harbour = new Harbour({ id: 'spare', provider: 'provider-of-spare' })
  harbour.write()
  assert.equal(harbour.latest('spare', defaultPath), 'spare')
})

test('choosing another device removes the placeholder', () => {
  const harbour = new Harbour({ id: 'spare', provider: 'provider-of-spare' })
  harbour.add('main')
  harbour.registry.choose('main')
  assert.deepEqual(
    harbour.registry.devices.map(({ id }) => id),
    ['main'],
  )
})

test('choosing another device publishes null for all values of the absent one', () => {
  const harbour = new Harbour({ id: 'spare', provider: 'provider-of-spare' })
  harbour.add('main')
  harbour.write()
  assert.equal(harbour.latest('spare', 'steering.autopilot.state'), 'off-line')
  harbour.registry.choose('main')
  harbour.write()
  for (const name of ['state', 'mode', 'target', 'engaged'])
    assert.equal(harbour.latest('spare', `steering.autopilot.${name}`), null, name)
  assert.equal(harbour.latest('spare', defaultPath), null)
  assert.equal(harbour.latest('main', defaultPath), 'main')
})

test('ignores a saved choice with an invalid id', () => {
  const harbour = new Harbour({ id: 'Pilot 1', provider: 'old' })
  assert.deepEqual(harbour.registry.devices, [])
  harbour.add('main')
  assert.equal(harbour.registry.defaultId, 'main')
})

test('a withdrawn chosen device stays the default, off-line', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.choose('spare')
  harbour.registry.withdraw('spare')
  harbour.registry.report('main', standby)
  const { id, view } = harbour.registry.find(defaultAutopilot)
  assert.deepEqual([id, view.link], ['spare', 'off-line'])
  assert.equal(harbour.open().find(defaultAutopilot).id, 'spare')
  harbour.add('spare')
  harbour.registry.report('spare', standby)
  assert.equal(harbour.registry.find(defaultAutopilot).view.link, 'on-line')
})

test('publishes null for all values of a withdrawn device', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.registry.report('spare', standby)
  harbour.write()
  harbour.registry.withdraw('spare')
  for (const name of ['state', 'mode', 'target', 'engaged'])
    assert.equal(harbour.latest('spare', `steering.autopilot.${name}`), null, name)
})

test('publishes one delta per device with all its changes', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  harbour.write()
  harbour.deltas.length = 0
  harbour.registry.report('main', steering)
  harbour.registry.report('spare', standby)
  harbour.write()
  const published = harbour.deltas.map(({ source, values }) => [source, ...values.map(({ value }) => value)])
  assert.deepEqual(published, [
    ['main', 'enabled', 'compass', 1, true],
    ['spare', 'disabled', 'compass', 1, false],
  ])
})

test('an off-line device has no mode and no target and is not engaged', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.registry.report('main', { state: 'off-line', mode: null, target: null })
  harbour.write()
  const published = ['state', 'mode', 'target', 'engaged'].map((name) =>
    harbour.latest('main', `steering.autopilot.${name}`),
  )
  assert.deepEqual(published, ['off-line', null, null, false])
})

test('wraps a published target into the range of its mode', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', { state: 'enabled', mode: 'compass', target: -0.5 })
  harbour.write()
  assert.equal(harbour.latest('main', 'steering.autopilot.target'), 2 * Math.PI - 0.5)
  harbour.registry.report('main', { state: 'enabled', mode: 'wind', target: -Math.PI })
  harbour.write()
  assert.equal(harbour.latest('main', 'steering.autopilot.target'), Math.PI)
})

for (const [title, report] of [
  ['without a state', { mode: 'compass', target: 1 }],
  ['with a text as target', { ...standby, target: '1' }],
  ['with an infinite target', { ...standby, target: Infinity }],
  ['with an unknown member', { ...standby, engaged: true }],
  ['that is null', null],
  ['that is a list', [standby]],
  ['with an undeclared state', { ...standby, state: 'asleep' }],
  ['with an undeclared mode', { ...standby, mode: 'gps' }],
] as const)
  test(`rejects a report ${title} without effect`, () => {
    const harbour = new Harbour()
    harbour.add('main')
    harbour.registry.report('main', steering)
    assert.equal(
      harbour.refusal(() => harbour.registry.report('main', report)),
      'invalid-message',
    )
    const { view } = harbour.registry.find('main')
    assert.ok(view.link === 'on-line' && view.state === 'enabled' && view.target === 1)
  })

test('rejects a report of an unregistered device', () => {
  const harbour = new Harbour()
  assert.equal(
    harbour.refusal(() => harbour.registry.report('main', standby)),
    'autopilot-not-found',
  )
})

for (const [title, wrong] of [
  ['without states', { ...details, states: [] }],
  ['without modes', { ...details, modes: [] }],
  ['with an unknown kind of mode', { ...details, modes: [{ name: 'x', kind: 'stars' }] }],
  ['with an unknown operation', { ...details, operations: ['fly'] }],
  ['that takes longer than 10 s to confirm', { ...details, confirm: 11 }],
  ['that may be silent for a minute', { ...details, silence: 60 }],
  ['with a state of the name off-line', { ...details, states: [{ name: 'off-line', engaged: false }] }],
  ['with a mode of the name dodge', { ...details, modes: [{ name: 'dodge', kind: 'heading' }] }],
] as const)
  test(`rejects a device ${title}`, () => {
    const harbour = new Harbour()
    const register = (): void =>
      harbour.registry.register({ id: 'main', provider: 'simulator', details: wrong })
    assert.equal(harbour.refusal(register), 'invalid-message')
    assert.deepEqual(harbour.registry.devices, [])
  })

test('rejects a device with an invalid id with the reason', () => {
  const harbour = new Harbour()
  assert.throws(() => harbour.add('Pilot 1'), /"Pilot 1" cannot be the id of a device: use/)
  assert.deepEqual(harbour.registry.devices, [])
  harbour.add('Pilot-1')
  assert.equal(harbour.registry.find('Pilot-1').id, 'Pilot-1')
})

test('clears a contest alarm from before the start', () => {
  const harbour = new Harbour()
  harbour.activeAlarms = { helm: { state: 'alarm' } }
  harbour.add('main')
  harbour.write()
  const published = harbour.latest('main', 'notifications.steering.autopilot.helm') as { state: string }
  assert.equal(published.state, 'normal')
})

test('stopping without a command raises the alarm, and a confirmed command ends it', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.registry.report('main', standby)
  harbour.write()
  assert.partialDeepStrictEqual(harbour.latest('main', heading), {
    state: 'alarm',
    method: ['visual', 'sound'],
    message: 'The autopilot stopped steering without a command',
  })
  harbour.registry.clearAlarm('main')
  harbour.write()
  assert.deepEqual(harbour.latest('main', heading), { state: 'normal', method: [], message: '' })
})

test('a requested stop raises no alarm', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.registry.find('main').expectStandby(harbour.clock.now())
  harbour.registry.report('main', standby)
  harbour.write()
  assert.equal(harbour.latest('main', heading), undefined)
})

test('losing a provider makes its devices off-line and raises the alarm of the steering device', () => {
  const harbour = new Harbour()
  for (const id of ['main', 'spare']) harbour.registry.register({ id, provider: 'simulator', details })
  harbour.registry.register({ id: 'other', provider: 'other', details })
  harbour.registry.report('main', steering)
  harbour.registry.report('spare', standby)
  harbour.registry.report('other', standby)
  harbour.registry.lose('simulator')
  harbour.write()
  assert.deepEqual(
    harbour.registry.devices.map(({ view }) => view.link),
    ['off-line', 'off-line', 'on-line'],
  )
  assert.equal((harbour.latest('main', heading) as { state: string }).state, 'alarm')
  assert.equal(harbour.latest('spare', heading), undefined)
})

test('a device is off-line after five seconds without a report, or after its declared time', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.register({ id: 'hasty', provider: 'simulator', details: { ...details, silence: 1 } })
  harbour.registry.report('main', steering)
  harbour.registry.report('hasty', standby)
  const links = (): string[] => harbour.registry.devices.map(({ view }) => view.link)
  harbour.pass(900)
  assert.deepEqual(links(), ['on-line', 'on-line'])
  harbour.pass(200)
  assert.deepEqual(links(), ['on-line', 'off-line'])
  harbour.pass(3_800)
  assert.deepEqual(links(), ['on-line', 'off-line'])
  harbour.pass(200)
  assert.deepEqual(links(), ['off-line', 'off-line'])
  assert.match((harbour.latest('main', heading) as { message: string }).message, /lost/)
})

test('registering a device again does not end its alarm', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.registry.lose('provider-of-main')
  harbour.add('main')
  harbour.registry.report('main', standby)
  harbour.write()
  assert.equal((harbour.latest('main', heading) as { state: string }).state, 'alarm')
  harbour.registry.clearAlarm('main')
  harbour.write()
  assert.equal((harbour.latest('main', heading) as { state: string }).state, 'normal')
})

test('a steering device that is registered again and then stops raises the alarm', () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.add('main')
  harbour.write()
  assert.equal(harbour.registry.find('main').view.link, 'off-line')
  assert.equal(harbour.latest('main', heading), undefined)
  harbour.registry.report('main', standby)
  harbour.write()
  assert.equal((harbour.latest('main', heading) as { state: string }).state, 'alarm')
})

test('registering a device again rejects pending waits', async () => {
  const harbour = new Harbour()
  harbour.add('main')
  harbour.registry.report('main', steering)
  using wait = harbour.registry.find('main').waitUntil(({ engaged }) => !engaged, { needsAnswer: false })
  harbour.add('main')
  await assert.rejects(wait.confirmed, (reason) => reason === 'lost')
})

test('a wind alarm ends after its device was lost and came back', () => {
  const harbour = new Harbour()
  const wind = 'notifications.steering.autopilot.wind'
  const byWind: AutopilotReport = { state: 'enabled', mode: 'wind', target: -0.5 }
  harbour.add('main')
  harbour.registry.report('main', byWind)
  harbour.wind = undefined
  for (let second = 0; second < 7; second++) {
    harbour.registry.report('main', byWind)
    harbour.pass(1_000)
  }
  assert.equal((harbour.latest('main', wind) as { state: string }).state, 'alarm')
  harbour.registry.lose('provider-of-main')
  harbour.add('main')
  harbour.registry.report('main', standby)
  harbour.pass(1_000)
  assert.equal((harbour.latest('main', wind) as { state: string }).state, 'normal')
})

test('publishes an alarm of the device with the device as source', () => {
  const harbour = new Harbour()
  harbour.add('main')
  const notification: Condition = { state: 'alert', method: ['visual'], message: 'Waypoint 2 is near' }
  const arrival = { name: 'waypointArrival', notification } as const
  harbour.registry.notify('main', arrival)
  harbour.write()
  const published = harbour.latest('main', 'notifications.steering.autopilot.waypointArrival')
  assert.partialDeepStrictEqual(published, notification)
  assert.equal(
    harbour.refusal(() => harbour.registry.notify('spare', arrival)),
    'autopilot-not-found',
  )
})

test('clears alarms from before the start: course alarms automatically, the steering alarm by a command', () => {
  const harbour = new Harbour()
  harbour.activeAlarms = { heading: { state: 'alarm' }, wind: { state: 'warn' } }
  harbour.add('main')
  harbour.registry.report('main', steering)
  harbour.pass(1_000)
  const state = (path: string): string | undefined =>
    (harbour.latest('main', path) as { state: string } | undefined)?.state
  assert.equal(state('notifications.steering.autopilot.wind'), 'normal')
  assert.equal(state(heading), undefined)
  harbour.registry.clearAlarm('main')
  harbour.write()
  assert.equal(state(heading), 'normal')
})

test('publishes a manoeuvre and its end; nothing for a device without manoeuvres', () => {
  const harbour = new Harbour()
  harbour.add('main', 'spare')
  const manoeuvre = { kind: 'tack', direction: 'port' } as const
  harbour.registry.report('spare', standby)
  harbour.registry.report('main', { ...steering, manoeuvre })
  harbour.write()
  assert.deepEqual(harbour.latest('main', 'steering.autopilot.manoeuvre'), manoeuvre)
  harbour.registry.report('main', { ...steering, manoeuvre: null })
  harbour.write()
  assert.equal(harbour.latest('main', 'steering.autopilot.manoeuvre'), null)
  assert.equal(harbour.latest('spare', 'steering.autopilot.manoeuvre'), undefined)
})
