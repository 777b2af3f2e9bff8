import { MarineDataError, type AnchorAlert } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AnchorFixture,
  isProblem,
  notificationPath,
  raised,
  setting,
  settle,
  watching,
} from '#testing/anchor-fixture.ts'

const alarm: AnchorAlert = { level: 'alarm', message: 'The boat has left the circle' }
const stored = { id: 'bower', provider: 'watch', report: watching }

test('there is no state without a provider', () => {
  const { registry } = new AnchorFixture()
  assert.throws(() => registry.state, isProblem('no-provider'))
})

test('publishes a report with the device as source and saves it', async () => {
  const boat = AnchorFixture.with(watching)
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
  assert.deepEqual(boat.saved, [stored])
  assert.deepEqual(boat.registry.state, { ...watching, device: 'bower', online: true, confirmed: true })
})

test('saves only changes of the lasting part', async () => {
  const boat = AnchorFixture.with(watching)
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

test('rejects an incomplete report without effect', () => {
  const boat = AnchorFixture.with(watching)
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

test('drops unknown members of a report', () => {
  const more = { ...watching, notices: ['many'] }
  const boat = AnchorFixture.with(more)
  assert.ok(!('notices' in boat.registry.state))
})

test('after a restart publishes the stored anchor as unconfirmed and without a distance', () => {
  const boat = new AnchorFixture(stored)
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

test('restores an alarm after a restart', () => {
  const boat = new AnchorFixture({ ...stored, report: { ...watching, alert: alarm } })
  assert.equal(boat.level, 'alarm')
})

test('does not restore a raised or unreadable anchor', () => {
  for (const nothing of [{ ...stored, report: raised }, { ...stored, report: {} }, 'rust', null, undefined]) {
    const boat = new AnchorFixture(nothing)
    assert.deepEqual(boat.published, [])
    assert.throws(() => boat.registry.state, isProblem('no-provider'))
  }
})

test('raises the alarm when no provider registers after a restart', () => {
  const boat = new AnchorFixture(stored)
  boat.clock.advance(14_999)
  boat.registry.watch()
  assert.equal(boat.level, undefined)
  boat.clock.advance(1)
  boat.registry.watch()
  assert.equal(boat.level, 'alarm')
})

test('losing the provider while the anchor is down raises the alarm immediately and clears the distance', () => {
  const boat = AnchorFixture.with(watching)
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

test('losing the provider while the anchor is raised raises no alarm', () => {
  const boat = AnchorFixture.with(raised)
  boat.registry.lose('watch')
  assert.equal(boat.level, 'normal')
})

test('a silent provider raises the alarm only while the anchor is down', () => {
  const boat = AnchorFixture.with(watching)
  boat.clock.advance(15_000)
  boat.registry.watch()
  assert.equal(boat.level, 'alarm')
  const still = AnchorFixture.with(raised)
  still.clock.advance(3_600_000)
  still.registry.watch()
  assert.deepEqual([still.level, still.registry.state.online], ['normal', true])
})

test('clears the alarm only with a known position', () => {
  const boat = AnchorFixture.with(watching)
  boat.registry.lose('watch')
  boat.register()
  assert.equal(boat.level, 'alarm')
  boat.registry.report('bower', { ...watching, currentRadius: null })
  assert.equal(boat.level, 'alarm')
  boat.registry.report('bower', watching)
  assert.equal(boat.level, 'normal')
})

test('publishes and saves a new episode, and a lost watch keeps its episode', async () => {
  const boat = AnchorFixture.with({ ...watching, alert: { ...alarm, episode: 1 } })
  boat.registry.report('bower', { ...watching, alert: { ...alarm, episode: 2 } })
  const episode = (): unknown => (boat.latest(notificationPath) as { episode?: number }).episode
  assert.equal(episode(), 2)
  await settle()
  assert.equal(boat.saved.at(-1)?.report.alert?.episode, 2)
  boat.registry.lose('watch')
  assert.deepEqual([boat.level, episode()], ['alarm', 2])
})

test('publishes an alarm only when it changes', () => {
  const boat = AnchorFixture.with({ ...watching, alert: { level: 'warn', message: 'Near the edge' } })
  const count = (): number => boat.published.filter(([, [first]]) => first?.path === notificationPath).length
  boat.registry.report('bower', { ...watching, alert: { level: 'warn', message: 'Near the edge' } })
  assert.deepEqual([count(), boat.level], [1, 'warn'])
  boat.registry.report('bower', { ...watching, alert: alarm })
  assert.deepEqual([count(), boat.level], [2, 'alarm'])
  boat.registry.report('bower', watching)
  assert.deepEqual([count(), boat.level], [3, 'normal'])
})

test('an unrequested raised report is an alarm until the crew drops or raises', async () => {
  const boat = AnchorFixture.with(watching)
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

test('an unrequested end is not saved, so that a restart raises the alarm again', async () => {
  const boat = AnchorFixture.with(watching)
  await settle()
  boat.registry.report('bower', raised)
  await settle()
  assert.deepEqual(boat.saved, [stored])
  const later = new AnchorFixture(stored)
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

test('withdrawing a watch after an unrequested end keeps the alarm', () => {
  const boat = AnchorFixture.with(watching)
  boat.registry.report('bower', raised)
  boat.registry.withdraw('bower')
  assert.equal(boat.level, 'alarm')
})

test('a refused raise does not suppress the alarm of a later unrequested end', async () => {
  const boat = AnchorFixture.with(watching)
  const asked = boat.ask({ name: 'raise', input: {} })
  await settle()
  boat.sent[0]?.refuse(new MarineDataError('rejected-by-device', 'No'))
  await assert.rejects(asked)
  boat.registry.report('bower', raised)
  assert.equal(boat.level, 'alarm')
})

const interruptedRaise = async (): Promise<AnchorFixture> => {
  const boat = AnchorFixture.with(watching)
  void boat.ask({ name: 'raise', input: {} })
  await settle()
  assert.equal(boat.sent.length, 1)
  return boat
}

test('a raise that was executed when the power was cut raises no alarm after the restart', async () => {
  const boat = await interruptedRaise()
  const later = new AnchorFixture(boat.saved.at(-1))
  assert.equal(later.registry.state.state, 'watching')
  later.register()
  later.registry.report('bower', raised)
  await settle()
  assert.equal(later.level, 'normal')
  assert.equal(later.saved.at(-1)?.report.state, 'raised')
})

test('a raise that was not executed when the power was cut does not suppress a later alarm', async () => {
  const boat = await interruptedRaise()
  const later = new AnchorFixture(boat.saved.at(-1))
  later.register()
  later.registry.report('bower', watching)
  await settle()
  assert.deepEqual(later.saved.at(-1), stored)
  later.registry.report('bower', raised)
  assert.equal(later.level, 'alarm')
})

test('a raise that a crashed provider did not execute does not suppress a later alarm', async () => {
  const boat = await interruptedRaise()
  boat.registry.lose('watch')
  boat.register()
  boat.registry.report('bower', watching)
  boat.registry.report('bower', raised)
  assert.equal(boat.level, 'alarm')
})

test('reports a save fault once, and its end once', async () => {
  const boat = AnchorFixture.with(raised)
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
  assert.deepEqual(boat.saved.at(-1), stored)
})

for (const id of ['Pilot 1', 'Piλot', 'a/b', '_x', 'crew'])
  test(`rejects "${id}" as the id of an anchor watch with the reason`, () => {
    const boat = new AnchorFixture()
    assert.throws(() => boat.register(id), /cannot be the id of a device/)
  })

for (const id of ['Pilot-1', 'a:b@c.d', 'x'.repeat(128)])
  test(`accepts "${id.slice(0, 16)}" as the id of an anchor watch`, () => {
    const boat = new AnchorFixture()
    boat.register(id)
    assert.equal(boat.registry.device?.id, id)
  })

test('raises no alarm for plugins that stop with the server', () => {
  const boat = AnchorFixture.with(watching)
  boat.registry[Symbol.dispose]()
  boat.registry.lose('watch')
  assert.equal(boat.level, 'normal')
})

test('the first registered watch is active, and a watch with the anchor down stays active', () => {
  const boat = AnchorFixture.with(raised)
  boat.register('kedge', 'other')
  boat.registry.report('kedge', raised)
  assert.equal(boat.registry.state.device, 'bower')
  boat.registry.report('kedge', setting)
  assert.equal(boat.registry.state.device, 'kedge')
  boat.registry.lose('other')
  assert.deepEqual([boat.registry.state.device, boat.registry.state.online], ['kedge', false])
})

test('withdrawing a watch with the anchor down leaves an alarm until another watch takes over', () => {
  const boat = AnchorFixture.with(watching)
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

test('rejects reports of an unregistered device', () => {
  assert.throws(() => new AnchorFixture().registry.report('bower', raised), isProblem('device-not-found'))
})

test('with a full disk still publishes reports, says unsaved, reports the fault once and saves later', async () => {
  const boat = AnchorFixture.with(watching)
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

test('does not show the last alert of a silent watch as current', () => {
  const calm: AnchorAlert = { level: 'normal', message: '0 m from the anchor, inside the circle of 30 m' }
  const boat = AnchorFixture.with({ ...watching, alert: calm })
  boat.clock.advance(5_000)
  assert.deepEqual(boat.registry.state.alert, calm)
  boat.clock.advance(2_000)
  assert.deepEqual(boat.registry.state.alert, {
    reason: 'unwatched',
    level: 'alert',
    message: 'The anchor watch has not reported for 7 s',
  })
  boat.registry.report('bower', { ...watching, alert: calm })
  assert.deepEqual(boat.registry.state.alert, calm)
  boat.registry.lose('watch')
  assert.equal(boat.registry.state.alert?.level, 'alarm')
  assert.equal(boat.registry.state.alert?.message, 'The anchor is no longer watched')
  boat.register()
  assert.equal(boat.registry.state.alert?.level, 'alert')
})

test('shows the last alarm of a lost watch, and no unconfirmed calm after a restart', () => {
  const boat = AnchorFixture.with({ ...watching, alert: alarm })
  boat.registry.lose('watch')
  assert.deepEqual(boat.registry.state.alert, alarm)
  const calm: AnchorAlert = { level: 'normal', message: 'inside the circle' }
  const started = new AnchorFixture({ ...stored, report: { ...watching, alert: calm } })
  assert.equal(started.registry.state.alert?.level, 'alert')
})
