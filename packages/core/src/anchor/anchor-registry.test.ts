import { MarineDataError, type AnchorAlert } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  TrialAnchor,
  isProblem,
  notificationPath,
  raised,
  setting,
  settle,
  watching,
} from './trial-anchor.ts'

const alarm: AnchorAlert = { level: 'alarm', message: 'The boat has left the circle' }
const kept = { id: 'bower', provider: 'watch', report: watching }

test('without a provider there is no anchor', () => {
  const { registry } = new TrialAnchor()
  assert.throws(() => registry.state, isProblem('no-provider'))
})

test('what is reported is told under the name of the device, and saved', async () => {
  const boat = TrialAnchor.with(watching)
  await settle()
  const [source, values] = boat.published[0] ?? assert.fail()
  assert.equal(source, 'bower')
  assert.deepEqual(Object.fromEntries(values.map(({ path, value }) => [path, value])), {
    'navigation.anchor.position': watching.position,
    'navigation.anchor.maxRadius': 40,
    'navigation.anchor.currentRadius': 12,
    'navigation.anchor.rodeLength': null,
    'navigation.anchor.bearingTrue': 1,
    'navigation.anchor.state': 'watching',
  })
  assert.deepEqual(boat.saved, [kept])
  assert.deepEqual(boat.registry.state, { ...watching, device: 'bower', online: true, confirmed: true })
})

test('only what lasts is written to the disk, not every wave', async () => {
  const boat = TrialAnchor.with(watching)
  await settle()
  for (const currentRadius of [13, 14, null])
    boat.registry.report('bower', { ...watching, currentRadius, bearingTrue: 2 })
  await settle()
  assert.equal(boat.saved.length, 1)
  boat.registry.report('bower', { ...watching, alert: alarm })
  boat.registry.report('bower', { ...watching, maxRadius: 41 })
  await settle()
  assert.equal(boat.saved.length, 3)
})

test('a report that says half of what it must is refused, and changes nothing', () => {
  const boat = TrialAnchor.with(watching)
  const before = boat.registry.state
  for (const report of [
    { state: 'watching' },
    { ...watching, position: null },
    { ...watching, maxRadius: null },
    { ...watching, position: { latitude: 54.4 } },
    { ...watching, maxRadius: '40' },
    { ...raised, position: watching.position },
    { ...raised, maxRadius: 40 },
    { ...watching, state: 'dragging' },
  ])
    assert.throws(() => boat.registry.report('bower', report), isProblem('invalid-message'))
  assert.deepEqual(boat.registry.state, before)
})

test('members that are not of the interface are not passed on', () => {
  const more = { ...watching, notices: ['many'] }
  const boat = TrialAnchor.with(more)
  assert.ok(!('notices' in boat.registry.state))
})

test('after a restart the anchor is told before anyone reports, as not confirmed and without a distance', () => {
  const boat = new TrialAnchor(kept)
  assert.deepEqual(boat.latest('navigation.anchor.position'), watching.position)
  assert.equal(boat.latest('navigation.anchor.state'), 'watching')
  assert.equal(boat.latest('navigation.anchor.currentRadius'), null)
  assert.deepEqual(boat.registry.state, {
    ...watching,
    currentRadius: null,
    bearingTrue: null,
    device: 'bower',
    online: false,
    confirmed: false,
  })
  assert.equal(boat.level, undefined)
  boat.register()
  boat.registry.report('bower', watching)
  assert.equal(boat.registry.state.confirmed, true)
  assert.equal(boat.saved.length, 0)
})

test('an alarm from before a restart is an alarm after it', () => {
  const boat = new TrialAnchor({ ...kept, report: { ...watching, alert: alarm } })
  assert.equal(boat.level, 'alarm')
})

test('an anchor that was raised, or cannot be read, is not told after a restart', () => {
  for (const nothing of [{ ...kept, report: raised }, { ...kept, report: {} }, 'rust', null, undefined]) {
    const boat = new TrialAnchor(nothing)
    assert.deepEqual(boat.published, [])
    assert.throws(() => boat.registry.state, isProblem('no-provider'))
  }
})

test('when nobody comes back to watch it after a restart, the alarm is raised', () => {
  const boat = new TrialAnchor(kept)
  boat.clock.advance(14_999)
  boat.registry.watch()
  assert.equal(boat.level, undefined)
  boat.clock.advance(1)
  boat.registry.watch()
  assert.equal(boat.level, 'alarm')
})

test('a provider that is lost while the anchor is down raises the alarm at once, and the distance is gone', () => {
  const boat = TrialAnchor.with(watching)
  boat.registry.lose('watch')
  assert.deepEqual(boat.latest(notificationPath), {
    state: 'alarm',
    method: ['visual', 'sound'],
    message: 'The anchor is no longer watched',
    escalates: { seconds: 60, state: 'emergency' },
  })
  assert.equal(boat.latest('navigation.anchor.currentRadius'), null)
  assert.deepEqual(boat.latest('navigation.anchor.position'), watching.position)
  assert.equal(boat.registry.state.confirmed, false)
})

test('a provider that is lost while the anchor is raised raises none', () => {
  const boat = TrialAnchor.with(raised)
  boat.registry.lose('watch')
  assert.equal(boat.level, 'normal')
})

test('a provider that falls silent while the anchor is down raises the alarm; one that waits does not', () => {
  const boat = TrialAnchor.with(watching)
  boat.clock.advance(15_000)
  boat.registry.watch()
  assert.equal(boat.level, 'alarm')
  const still = TrialAnchor.with(raised)
  still.clock.advance(3_600_000)
  still.registry.watch()
  assert.deepEqual([still.level, still.registry.state.online], ['normal', true])
})

test('it is well again only when it is seen where the boat lies', () => {
  const boat = TrialAnchor.with(watching)
  boat.registry.lose('watch')
  boat.register()
  assert.equal(boat.level, 'alarm')
  boat.registry.report('bower', { ...watching, currentRadius: null })
  assert.equal(boat.level, 'alarm')
  boat.registry.report('bower', watching)
  assert.equal(boat.level, 'normal')
})

test('another call is told and kept, and a watch that is lost keeps its number', async () => {
  const boat = TrialAnchor.with({ ...watching, alert: { ...alarm, episode: 1 } })
  boat.registry.report('bower', { ...watching, alert: { ...alarm, episode: 2 } })
  const told = (): unknown => (boat.latest(notificationPath) as { episode?: number }).episode
  assert.equal(told(), 2)
  await settle()
  assert.equal(boat.saved.at(-1)?.report.alert?.episode, 2)
  boat.registry.lose('watch')
  assert.deepEqual([boat.level, told()], ['alarm', 2])
})

test('an alarm is told when it changes, and not with every report', () => {
  const boat = TrialAnchor.with({ ...watching, alert: { level: 'warn', message: 'Near the edge' } })
  const told = (): number => boat.published.filter(([, [first]]) => first?.path === notificationPath).length
  boat.registry.report('bower', { ...watching, alert: { level: 'warn', message: 'Near the edge' } })
  assert.deepEqual([told(), boat.level], [1, 'warn'])
  boat.registry.report('bower', { ...watching, alert: alarm })
  assert.deepEqual([told(), boat.level], [2, 'alarm'])
  boat.registry.report('bower', watching)
  assert.deepEqual([told(), boat.level], [3, 'normal'])
})

test('a watch that says raised although nobody asked for it is an alarm until the crew drops or raises', async () => {
  const boat = TrialAnchor.with(watching)
  boat.registry.report('bower', raised)
  boat.registry.report('bower', raised)
  assert.equal(boat.level, 'alarm')
  boat.registry.report('bower', setting)
  assert.equal(boat.level, 'normal')
  boat.registry.report('bower', raised)
  assert.equal(boat.level, 'alarm')
  const asked = boat.ask({ name: 'raise', input: {} })
  await settle()
  boat.sent[0]?.answer()
  boat.registry.report('bower', raised)
  await asked
  assert.equal(boat.level, 'normal')
})

test('a watch that ended unasked is not saved as raised: after a restart it is an alarm again', async () => {
  const boat = TrialAnchor.with(watching)
  await settle()
  boat.registry.report('bower', raised)
  await settle()
  assert.deepEqual(boat.saved, [kept])
  const later = new TrialAnchor(kept)
  later.register()
  later.registry.report('bower', raised)
  assert.equal(later.level, 'alarm')
  const asked = later.ask({ name: 'raise', input: {} })
  await settle()
  later.sent[0]?.answer()
  later.registry.report('bower', raised)
  await asked
  await settle()
  assert.equal(later.level, 'normal')
  assert.equal(later.saved.at(-1)?.report.state, 'raised')
})

test('a watch that is switched off after it ended unasked does not take the alarm with it', () => {
  const boat = TrialAnchor.with(watching)
  boat.registry.report('bower', raised)
  boat.registry.withdraw('bower')
  assert.equal(boat.level, 'alarm')
})

test('a raise that was refused does not excuse a watch that ends later', async () => {
  const boat = TrialAnchor.with(watching)
  const asked = boat.ask({ name: 'raise', input: {} })
  await settle()
  boat.sent[0]?.refuse(new MarineDataError('rejected-by-device', 'No'))
  await assert.rejects(asked)
  boat.registry.report('bower', raised)
  assert.equal(boat.level, 'alarm')
})

test('that the anchor cannot be saved is told once, and once that it can be again', async () => {
  const boat = TrialAnchor.with(raised)
  await settle()
  boat.isDiskFull = true
  for (let second = 0; second < 3; second++) {
    boat.registry.report('bower', watching)
    await settle()
  }
  assert.equal(boat.faults.length, 1)
  boat.isDiskFull = false
  for (let second = 0; second < 3; second++) {
    boat.registry.report('bower', watching)
    await settle()
  }
  assert.deepEqual(boat.faults.slice(1), [undefined])
  assert.deepEqual(boat.saved.at(-1), kept)
})

for (const id of ['Pilot 1', 'Piλot', 'a/b', '_x', 'crew'])
  test(`"${id}" cannot be the id of an anchor watch, and the plugin is told why`, () => {
    const boat = new TrialAnchor()
    assert.throws(() => boat.register(id), /cannot be the id of a device/)
  })

for (const id of ['Pilot-1', 'a:b@c.d', 'x'.repeat(128)])
  test(`"${id.slice(0, 16)}" can be the id of an anchor watch`, () => {
    const boat = new TrialAnchor()
    boat.register(id)
    assert.equal(boat.registry.device?.id, id)
  })

test('a server that ends raises no alarm for the plugins that end with it', () => {
  const boat = TrialAnchor.with(watching)
  boat.registry[Symbol.dispose]()
  boat.registry.lose('watch')
  assert.equal(boat.level, 'normal')
})

test('the first to register is the anchor, and whoever has it down stays the anchor', () => {
  const boat = TrialAnchor.with(raised)
  boat.register('kedge', 'other')
  boat.registry.report('kedge', raised)
  assert.equal(boat.registry.state.device, 'bower')
  boat.registry.report('kedge', setting)
  assert.equal(boat.registry.state.device, 'kedge')
  boat.registry.lose('other')
  assert.deepEqual([boat.registry.state.device, boat.registry.state.online], ['kedge', false])
})

test('a provider that withdraws an anchor that is down leaves an alarm until another watches', () => {
  const boat = TrialAnchor.with(watching)
  boat.registry.withdraw('bower')
  assert.equal(boat.level, 'alarm')
  assert.equal(boat.registry.state.device, 'bower')
  boat.register('kedge', 'other')
  boat.registry.report('kedge', raised)
  assert.equal(boat.registry.state.device, 'kedge')
  assert.deepEqual((boat.latest(notificationPath, 'bower') as { state: string }).state, 'alarm')
  boat.registry.report('kedge', setting)
  assert.deepEqual((boat.latest(notificationPath, 'bower') as { state: string }).state, 'normal')
  assert.equal(boat.latest('navigation.anchor.position', 'bower'), null)
})

test('alarms come in reports, and by no other way', () => {
  assert.throws(() => TrialAnchor.with(raised).registry.notify('bower'), isProblem('unsupported-action'))
})

test('reports of a device that nobody registered are refused', () => {
  assert.throws(() => new TrialAnchor().registry.report('bower', raised), isProblem('device-not-found'))
})

test('live data go on when the disk is full; the fault is told once, the state says it, and it is saved when there is room', async () => {
  const boat = TrialAnchor.with(watching)
  boat.isDiskFull = true
  for (let report = 0; report < 3; report++) {
    boat.registry.report('bower', { ...watching, maxRadius: 50 })
    await settle()
  }
  assert.equal(boat.latest('navigation.anchor.maxRadius'), 50)
  assert.equal(boat.registry.state.saved, false)
  assert.equal(boat.faults.length, 1)
  boat.isDiskFull = false
  boat.registry.report('bower', { ...watching, maxRadius: 50 })
  await settle()
  assert.equal(boat.saved.at(-1)?.report.maxRadius, 50)
  assert.ok(!('saved' in boat.registry.state))
})
