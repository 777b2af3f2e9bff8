import { MarineDataError, type AnchorCommand, type AnchorExtraCommand } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnchorFixture, isProblem, raised, setting, settle, watching } from '#testing/anchor-fixture.ts'
import { person } from '#testing/person.ts'

const drop: AnchorCommand = { name: 'drop', input: {} }
const raise: AnchorCommand = { name: 'raise', input: {} }
const radius: AnchorCommand = { name: 'radius', input: { value: 55 } }
const reposition: AnchorCommand = { name: 'reposition', input: { rodeLength: 40, anchorDepth: 6 } }
const veer: AnchorExtraCommand = { name: 'veer', input: { rodeLength: 40, anchorDepth: 6 } }
const place = { latitude: 54.4, longitude: 10.1 }
const setAt: AnchorExtraCommand = { name: 'set-at', input: place }

test('a command succeeds after both the answer and a confirming report, in any order', async () => {
  for (const isReportFirst of [true, false]) {
    const boat = AnchorFixture.with(raised)
    const asked = boat.ask(drop)
    await settle()
    if (isReportFirst) boat.registry.report('bower', setting)
    boat.sent[0]?.answer()
    await settle()
    if (!isReportFirst) boat.registry.report('bower', setting)
    const { state, device } = await asked
    assert.deepEqual([state, device], ['setting', 'bower'])
    assert.equal(boat.records[0]?.outcome, 'OK')
  }
})

test('each command is confirmed only by its own effect', async () => {
  const cases = [
    [raised, drop, watching, setting],
    [watching, radius, { ...setting, maxRadius: 55 }, { ...watching, maxRadius: 55 }],
    [watching, radius, { ...watching, maxRadius: 54 }, { ...watching, maxRadius: 55.004 }],
    [raised, reposition, { ...watching, rodeLength: 39 }, { ...watching, rodeLength: 40 }],
    [setting, veer, { ...setting, rodeLength: 40 }, { ...watching, rodeLength: 40 }],
    [raised, setAt, { ...setting, position: place }, { ...watching, position: { ...place, altitude: -6 } }],
    [
      watching,
      setAt,
      { ...watching, position: { ...place, latitude: 54.400001 } },
      { ...watching, position: place },
    ],
    [watching, raise, setting, raised],
  ] as const
  for (const [before, command, less, shown] of cases) {
    const boat = AnchorFixture.with(before)
    let isDone = false
    const asked = boat.ask(command).then(() => (isDone = true))
    await settle()
    boat.sent[0]?.answer()
    boat.registry.report('bower', less)
    await settle()
    assert.equal(isDone, false, command.name)
    boat.registry.report('bower', shown)
    await asked
  }
})

test('the latest report before the answer can confirm a command', async () => {
  const boat = AnchorFixture.with(setting)
  const asked = boat.ask(drop)
  await settle()
  boat.registry.report('bower', setting)
  boat.registry.report('bower', { ...watching })
  boat.sent[0]?.answer()
  await settle()
  boat.clock.advance(2_000)
  await assert.rejects(asked, isProblem('unconfirmed'))
})

test('a command without a report or without an answer is unconfirmed', async () => {
  for (const isAnswered of [true, false]) {
    const boat = AnchorFixture.with(raised)
    const asked = boat.ask(drop)
    await settle()
    if (isAnswered) boat.sent[0]?.answer()
    else boat.registry.report('bower', setting)
    await settle()
    boat.clock.advance(2_000)
    await assert.rejects(asked, isProblem('unconfirmed'))
    assert.equal(boat.sent[0]?.signal.aborted, true)
    assert.equal(boat.records[0]?.outcome, 'unconfirmed')
  }
})

test('passes on known problem codes of the provider and maps others to rejected-by-device', async () => {
  const codes = [
    ['anchor-no-position', 'anchor-no-position'],
    ['anchor-not-down', 'anchor-not-down'],
    ['invalid-value', 'invalid-value'],
    ['input-stale', 'input-stale'],
    ['busy', 'busy'],
    ['unsupported-action', 'unsupported-action'],
    ['rejected-by-device', 'rejected-by-device'],
    ['unconfirmed', 'unconfirmed'],
    ['plugin-not-running', 'no-provider'],
    ['plugin-failed', 'rejected-by-device'],
    ['forbidden', 'rejected-by-device'],
  ] as const
  for (const [thrown, expected] of codes) {
    const boat = AnchorFixture.with(raised)
    const asked = boat.ask(drop)
    await settle()
    boat.sent[0]?.refuse(new MarineDataError(thrown, 'No'))
    await assert.rejects(asked, isProblem(expected))
    assert.equal(boat.records[0]?.outcome, expected)
  }
  const boat = AnchorFixture.with(raised)
  const asked = boat.ask(drop)
  await settle()
  boat.sent[0]?.refuse('splinters')
  await assert.rejects(asked, isProblem('rejected-by-device'))
})

test('sends nothing without a provider that is on-line and has reported', async () => {
  const none = new AnchorFixture()
  await assert.rejects(none.ask(raise), isProblem('no-provider'))
  const unreported = new AnchorFixture()
  unreported.register()
  await assert.rejects(unreported.ask(raise), isProblem('no-provider'))
  const lost = AnchorFixture.with(watching)
  lost.registry.lose('watch')
  await assert.rejects(lost.ask(raise), isProblem('no-provider'))
  assert.deepEqual([none.sent, unreported.sent, lost.sent], [[], [], []])
  assert.equal(lost.records[0]?.sent, null)
})

test('a provider lost during a command leaves the outcome unknown', async () => {
  const boat = AnchorFixture.with(raised)
  const asked = boat.ask(drop)
  await settle()
  boat.sent[0]?.answer()
  await settle()
  boat.registry.lose('watch')
  await assert.rejects(asked, isProblem('no-provider', 'unknown'))
})

test('commands run one at a time', async () => {
  const boat = AnchorFixture.with(watching)
  const first = boat.ask(radius)
  const second = boat.ask(drop)
  await settle()
  assert.equal(boat.sent.length, 1)
  boat.sent[0]?.answer()
  boat.registry.report('bower', { ...watching, maxRadius: 55 })
  await first
  await settle()
  assert.equal(boat.sent[1]?.command.name, 'drop')
  boat.sent[1]?.answer()
  boat.registry.report('bower', setting)
  await second
})

test('raise runs immediately, cancels the running command and rejects waiting ones', async () => {
  const boat = AnchorFixture.with(watching)
  const runs = boat.ask(radius)
  const waits = boat.ask(drop)
  await settle()
  const raising = boat.ask(raise)
  await settle()
  assert.equal(boat.sent[1]?.command.name, 'raise')
  await assert.rejects(runs, isProblem('unconfirmed'))
  await assert.rejects(waits, isProblem('busy'))
  boat.sent[1]?.answer()
  boat.registry.report('bower', raised)
  assert.equal((await raising).state, 'raised')
})

test('a key has one effect and is rejected for another request; raise ignores keys', async () => {
  const boat = AnchorFixture.with(raised)
  const asked = [boat.ask(drop, 'k'), boat.ask(drop, 'k')]
  await settle()
  assert.equal(boat.sent.length, 1)
  boat.sent[0]?.answer()
  boat.registry.report('bower', setting)
  const [first, again] = await Promise.all(asked)
  assert.deepEqual(again, first)
  await assert.rejects(boat.ask(radius, 'k'), isProblem('idempotency-conflict'))
  const raising = boat.ask(raise, 'k')
  await settle()
  boat.sent[1]?.answer()
  boat.registry.report('bower', raised)
  await raising
})

test('a command succeeds with a full disk, and the answer says that it is not saved', async () => {
  const boat = AnchorFixture.with(raised)
  boat.isDiskFull = true
  const asked = boat.ask(drop)
  await settle()
  boat.registry.report('bower', setting)
  boat.sent[0]?.answer()
  assert.equal((await asked).saved, false)
})

test('answers a command only when it is on disk', async () => {
  const boat = AnchorFixture.with(raised)
  const disk = Promise.withResolvers<void>()
  boat.disk = disk.promise
  let isAnswered = false
  const asked = boat.ask(drop).finally(() => void (isAnswered = true))
  await settle()
  boat.registry.report('bower', setting)
  boat.sent[0]?.answer()
  boat.registry.report('bower', setting)
  await settle()
  assert.equal(isAnswered, false)
  disk.resolve()
  assert.ok(!('saved' in (await asked)))
})

test('a slow disk does not fail a command', async () => {
  const boat = AnchorFixture.with(raised)
  boat.disk = new Promise(() => undefined)
  const asked = boat.ask(drop)
  await settle()
  boat.registry.report('bower', setting)
  boat.sent[0]?.answer()
  await settle()
  boat.clock.advance(1_000)
  assert.equal((await asked).saved, false)
})

test('audits a command with requester, previous state and report', async () => {
  const boat = AnchorFixture.with(watching)
  const asked = boat.ask(radius)
  await settle()
  boat.clock.advance(120)
  boat.sent[0]?.answer()
  boat.registry.report('bower', { ...watching, maxRadius: 55 })
  await asked
  const [record] = boat.records
  const online = { device: 'bower', online: true, confirmed: true }
  assert.deepEqual(record, {
    device: 'bower',
    actor: person('Anna', '127.0.0.1'),
    asked: radius,
    before: { ...watching, ...online },
    sent: radius,
    reported: { ...watching, maxRadius: 55, ...online },
    outcome: 'OK',
    milliseconds: 120,
  })
})
