import { MarineDataError, type AnchorCommand, type AnchorExtraCommand } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TrialAnchor, isProblem, raised, setting, settle, watching } from './trial-anchor.ts'

const drop: AnchorCommand = { name: 'drop', input: {} }
const raise: AnchorCommand = { name: 'raise', input: {} }
const radius: AnchorCommand = { name: 'radius', input: { value: 55 } }
const reposition: AnchorCommand = { name: 'reposition', input: { rodeLength: 40, anchorDepth: 6 } }
const veer: AnchorExtraCommand = { name: 'veer', input: { rodeLength: 40, anchorDepth: 6 } }
const place = { latitude: 54.4, longitude: 10.1 }
const setAt: AnchorExtraCommand = { name: 'set-at', input: place }

test('it is done when the provider has answered and its report shows it, in whichever order', async () => {
  for (const isReportFirst of [true, false]) {
    const boat = TrialAnchor.with(raised)
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

test('each command is shown by what it asks for, and by nothing less', async () => {
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
    const boat = TrialAnchor.with(before)
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

test('a report from before the answer may be about how it was: the newest counts', async () => {
  const boat = TrialAnchor.with(setting)
  const asked = boat.ask(drop)
  await settle()
  boat.registry.report('bower', setting)
  boat.registry.report('bower', { ...watching })
  boat.sent[0]?.answer()
  await settle()
  boat.clock.advance(2_000)
  await assert.rejects(asked, isProblem('unconfirmed'))
})

test('without a report nobody knows, nor without an answer', async () => {
  for (const isAnswered of [true, false]) {
    const boat = TrialAnchor.with(raised)
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

test('what the provider says is passed on by its code; anything else is a refusal', async () => {
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
  for (const [said, told] of codes) {
    const boat = TrialAnchor.with(raised)
    const asked = boat.ask(drop)
    await settle()
    boat.sent[0]?.refuse(new MarineDataError(said, 'No'))
    await assert.rejects(asked, isProblem(told))
    assert.equal(boat.records[0]?.outcome, told)
  }
  const boat = TrialAnchor.with(raised)
  const asked = boat.ask(drop)
  await settle()
  boat.sent[0]?.refuse('splinters')
  await assert.rejects(asked, isProblem('rejected-by-device'))
})

test('without a provider, or with one that is off-line or has said nothing, nothing is sent', async () => {
  const none = new TrialAnchor()
  await assert.rejects(none.ask(raise), isProblem('no-provider'))
  const unheard = new TrialAnchor()
  unheard.register()
  await assert.rejects(unheard.ask(raise), isProblem('no-provider'))
  const lost = TrialAnchor.with(watching)
  lost.registry.lose('watch')
  await assert.rejects(lost.ask(raise), isProblem('no-provider'))
  assert.deepEqual([none.sent, unheard.sent, lost.sent], [[], [], []])
  assert.equal(lost.records[0]?.sent, null)
})

test('a provider that is lost in the middle leaves open what became of it', async () => {
  const boat = TrialAnchor.with(raised)
  const asked = boat.ask(drop)
  await settle()
  boat.sent[0]?.answer()
  await settle()
  boat.registry.lose('watch')
  await assert.rejects(asked, isProblem('no-provider', 'unknown'))
})

test('commands take turns', async () => {
  const boat = TrialAnchor.with(watching)
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

test('raising waits for nobody: what runs is cut short, and what waits is sent home', async () => {
  const boat = TrialAnchor.with(watching)
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

test('the same key has one effect; another request under it is refused; raising heeds no key', async () => {
  const boat = TrialAnchor.with(raised)
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

test('a command is done with a full disk as well, and the answer says that it is not saved', async () => {
  const boat = TrialAnchor.with(raised)
  boat.isDiskFull = true
  const asked = boat.ask(drop)
  await settle()
  boat.registry.report('bower', setting)
  boat.sent[0]?.answer()
  assert.equal((await asked).saved, false)
})

test('a command is answered when it is on disk, and not before', async () => {
  const boat = TrialAnchor.with(raised)
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

test('a disk that takes longer than the crew waits does not undo the command', async () => {
  const boat = TrialAnchor.with(raised)
  boat.disk = new Promise(() => undefined)
  const asked = boat.ask(drop)
  await settle()
  boat.registry.report('bower', setting)
  boat.sent[0]?.answer()
  await settle()
  boat.clock.advance(1_000)
  assert.equal((await asked).saved, false)
})

test('the audit tells who asked for what, what it was before, and what was reported', async () => {
  const boat = TrialAnchor.with(watching)
  const asked = boat.ask(radius)
  await settle()
  boat.clock.advance(120)
  boat.sent[0]?.answer()
  boat.registry.report('bower', { ...watching, maxRadius: 55 })
  await asked
  const [record] = boat.records
  const told = { device: 'bower', online: true, confirmed: true }
  assert.deepEqual(record, {
    device: 'bower',
    who: 'Anna',
    from: '127.0.0.1',
    asked: radius,
    before: { ...watching, ...told },
    sent: radius,
    reported: { ...watching, maxRadius: 55, ...told },
    outcome: 'OK',
    milliseconds: 120,
  })
})
