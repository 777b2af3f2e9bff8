import { MarineDataError, radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  anna,
  bert,
  AutopilotFixture,
  disengage,
  settle,
  standby,
  steering,
  toTwo,
} from '#testing/autopilot-fixture.ts'

const heading = 'notifications.steering.autopilot.heading'

test('a report confirms a command; the answer of the provider does not', async () => {
  const bridge = new AutopilotFixture()
  const asked = await bridge.ask(toTwo)
  assert.deepEqual(bridge.sent[0]?.command, { name: 'set-target', input: { target: 2 } })
  bridge.sent[0]?.answer.resolve({})
  await bridge.pass(1_000)
  assert.equal(asked.outcome, 'pending')
  bridge.hear({ target: 1.5 })
  await settle()
  assert.equal(asked.outcome, 'pending')
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(asked.outcome, 'main')
})

test('a report confirms a command before the provider has answered', async () => {
  const bridge = new AutopilotFixture()
  const asked = await bridge.ask(toTwo)
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(asked.outcome, 'main')
})

test('the effect is in the tree when the command resolves', async () => {
  const bridge = new AutopilotFixture()
  let found: unknown
  const asked = bridge.autopilotCommands.command('main', toTwo, anna).then(() => {
    found = bridge.latest('steering.autopilot.target')
  })
  await settle()
  bridge.hear({ target: 2 })
  await asked
  assert.equal(found, 2)
})

test('a command does not write the tree', async () => {
  const bridge = new AutopilotFixture()
  await bridge.ask(toTwo)
  bridge.sent[0]?.answer.resolve({})
  await bridge.pass(100)
  assert.equal(bridge.latest('steering.autopilot.target'), 1)
})

for (const [title, more, limitMs] of [
  ['two seconds', {}, 2_000],
  ['the declared time', { confirm: 7 }, 7_000],
] as const)
  test(`a command without a confirming report within ${title} is unconfirmed`, async () => {
    const bridge = new AutopilotFixture(more)
    const asked = await bridge.ask(toTwo)
    assert.equal(bridge.sent[0]?.deadlineMs, limitMs)
    bridge.sent[0]?.answer.resolve({})
    await bridge.pass(limitMs - 1)
    assert.equal(asked.outcome, 'pending')
    await bridge.pass(1)
    assert.equal(asked.error?.code, 'unconfirmed')
    assert.equal(bridge.sent.length, 1)
  })

test('aborts the signal of the provider at the deadline', async () => {
  const bridge = new AutopilotFixture()
  await bridge.ask(toTwo)
  assert.equal(bridge.sent[0]?.signal.aborted, false)
  await bridge.pass(2_000)
  assert.equal(bridge.sent[0]?.signal.aborted, true)
})

test('losing the device during a command leaves the outcome unknown', async () => {
  const bridge = new AutopilotFixture()
  const asked = await bridge.ask(toTwo)
  bridge.registry.lose('simulator')
  await bridge.pass(0)
  assert.equal(asked.error?.code, 'autopilot-offline')
  assert.equal(asked.error.details.outcome, 'unknown')
})

for (const [thrown, expected] of [
  ['not-engaged', 'not-engaged'],
  ['not-allowed-in-mode', 'not-allowed-in-mode'],
  ['wrong-direction', 'wrong-direction'],
  ['busy', 'busy'],
  ['input-stale', 'input-stale'],
  ['unsupported-action', 'unsupported-action'],
  ['rejected-by-device', 'rejected-by-device'],
  ['plugin-failed', 'rejected-by-device'],
  ['internal', 'rejected-by-device'],
  ['plugin-not-running', 'autopilot-offline'],
  ['plugin-not-found', 'autopilot-offline'],
] as const)
  test(`maps ${thrown} of the provider to ${expected}`, async () => {
    const bridge = new AutopilotFixture()
    const asked = await bridge.ask(toTwo)
    bridge.sent[0]?.answer.reject(new MarineDataError(thrown, 'In its own words'))
    await settle()
    assert.equal(asked.error?.code, expected)
  })

test('a provider that stops during a command leaves the outcome unknown', async () => {
  const bridge = new AutopilotFixture()
  const asked = await bridge.ask(toTwo)
  const ended = new MarineDataError('plugin-not-running', 'It ended', { outcome: 'unknown' })
  bridge.sent[0]?.answer.reject(ended)
  await settle()
  assert.equal(asked.error?.code, 'autopilot-offline')
  assert.equal(asked.error.details.outcome, 'unknown')
})

test('disengage without a provider has the outcome `none`', async () => {
  const bridge = new AutopilotFixture()
  bridge.registry.lose('simulator')
  const asked = await bridge.ask(disengage)
  bridge.sent[0]?.answer.reject(new MarineDataError('plugin-not-running', 'It is waiting'))
  await settle()
  assert.equal(asked.error?.code, 'autopilot-offline')
  assert.equal(asked.error.details.outcome, 'none')
})

test('maps other errors of the provider to rejected-by-device', async () => {
  const bridge = new AutopilotFixture()
  const asked = await bridge.ask(toTwo)
  bridge.sent[0]?.answer.reject('no')
  await settle()
  assert.equal(asked.error?.code, 'rejected-by-device')
})

test('a report confirms a command that the provider did not answer', async () => {
  const bridge = new AutopilotFixture()
  const asked = await bridge.ask(toTwo)
  bridge.sent[0]?.answer.reject(new MarineDataError('unconfirmed', 'No answer'))
  await settle()
  assert.equal(asked.outcome, 'pending')
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(asked.outcome, 'main')
})

test('rejects an impossible request before anything is sent', async () => {
  const bridge = new AutopilotFixture()
  const asked = await bridge.ask({ kind: 'target', target: radians(7) })
  assert.equal(asked.error?.code, 'invalid-value')
  assert.deepEqual(bridge.sent, [])
})

test('resolves immediately and sends nothing when the state is as requested', async () => {
  const bridge = new AutopilotFixture()
  assert.equal((await bridge.ask({ kind: 'engage' })).outcome, 'main')
  assert.deepEqual(bridge.sent, [])
})

test('sends nothing to an off-line device', async () => {
  const bridge = new AutopilotFixture()
  bridge.hear({ state: 'off-line', mode: null, target: null })
  const asked = await bridge.ask(toTwo)
  assert.equal(asked.error?.code, 'autopilot-offline')
  assert.equal(asked.error.details.outcome, 'none')
  assert.deepEqual(bridge.sent, [])
})

test('sends disengage also to an off-line device', async () => {
  const bridge = new AutopilotFixture()
  bridge.hear({ state: 'off-line', mode: null, target: null })
  const asked = await bridge.ask(disengage)
  assert.deepEqual(bridge.names, ['disengage'])
  await bridge.pass(2_000)
  assert.equal(asked.error?.code, 'autopilot-offline')
  assert.equal(asked.error.details.outcome, 'unknown')
})

test('disengage of an off-line device is confirmed by its report when it comes back', async () => {
  const bridge = new AutopilotFixture()
  bridge.hear({ state: 'off-line', mode: null, target: null })
  const asked = await bridge.ask(disengage)
  bridge.hear(standby)
  await settle()
  assert.equal(asked.outcome, 'main')
})

test('commands to one device run one at a time', async () => {
  const bridge = new AutopilotFixture()
  const first = await bridge.ask(toTwo)
  const second = await bridge.ask({ kind: 'target', target: radians(3) })
  assert.equal(bridge.sent.length, 1)
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(bridge.sent.length, 2)
  bridge.hear({ target: 3 })
  await settle()
  assert.deepEqual([first.outcome, second.outcome], ['main', 'main'])
})

test('an adjustment applies to the target at the time it is sent', async () => {
  const bridge = new AutopilotFixture()
  await bridge.ask(toTwo)
  await bridge.ask({ kind: 'adjust', by: radians(0.5) })
  bridge.hear({ target: 2 })
  await settle()
  assert.deepEqual(bridge.sent[1]?.command, { name: 'set-target', input: { target: 2.5 } })
})

test('disengage runs immediately, cancels the running command and rejects waiting ones', async () => {
  const bridge = new AutopilotFixture()
  const running = await bridge.ask(toTwo)
  const waiting = await bridge.ask({ kind: 'target', target: radians(3) })
  const letGo = await bridge.ask(disengage)
  assert.deepEqual(bridge.names, ['set-target', 'disengage'])
  assert.equal(bridge.sent[0]?.signal.aborted, true)
  assert.equal(running.error?.code, 'unconfirmed')
  assert.equal(waiting.error?.code, 'busy')
  bridge.hear(standby)
  await settle()
  assert.equal(letGo.outcome, 'main')
})

test('a command that acquired the queue is not sent after a simultaneous disengage', async () => {
  const bridge = new AutopilotFixture()
  const late = bridge.ask(toTwo)
  const letGo = bridge.ask(disengage)
  await settle()
  assert.deepEqual(bridge.names, ['disengage'])
  assert.equal((await late).error?.code, 'busy')
  bridge.hear(standby)
  await settle()
  assert.equal((await letGo).outcome, 'main')
})

test('a command sent during a disengage waits for its end', async () => {
  const bridge = new AutopilotFixture()
  await bridge.ask(disengage)
  const engage = await bridge.ask({ kind: 'engage' })
  assert.deepEqual(bridge.names, ['disengage'])
  bridge.hear(standby)
  await settle()
  assert.deepEqual(bridge.names, ['disengage', 'engage'])
  bridge.hear(steering)
  await settle()
  assert.equal(engage.outcome, 'main')
})

test('stopping by command raises no alarm; stopping without one does', async () => {
  const bridge = new AutopilotFixture()
  await bridge.ask(disengage)
  bridge.hear(standby)
  await settle()
  assert.equal(bridge.latest(heading), undefined)
  bridge.hear(steering)
  bridge.hear(standby)
  assert.equal((bridge.latest(heading) as { state: string }).state, 'alarm')
})

test('a stop after a refused disengage raises the alarm', async () => {
  const bridge = new AutopilotFixture()
  const asked = await bridge.ask({ kind: 'state', state: 'standby' })
  bridge.sent[0]?.answer.reject(new MarineDataError('rejected-by-device', 'No'))
  await settle()
  assert.equal(asked.error?.code, 'rejected-by-device')
  bridge.hear(standby)
  assert.equal((bridge.latest(heading) as { state: string }).state, 'alarm')
})

test('the next confirmed command ends the alarm; a refused one does not', async () => {
  const bridge = new AutopilotFixture()
  bridge.hear(standby)
  const refused = await bridge.ask({ kind: 'engage' })
  bridge.sent[0]?.answer.reject(new MarineDataError('input-stale', 'No compass'))
  await settle()
  assert.equal(refused.error?.code, 'input-stale')
  assert.equal((bridge.latest(heading) as { state: string }).state, 'alarm')
  await bridge.ask({ kind: 'engage' })
  bridge.hear(steering)
  await settle()
  await bridge.pass(0)
  assert.equal((bridge.latest(heading) as { state: string }).state, 'normal')
})

test('the same key has one effect and one answer', async () => {
  const bridge = new AutopilotFixture()
  const keyed = { idempotencyKey: 'k' }
  const first = await bridge.ask(toTwo, keyed)
  const second = await bridge.ask(toTwo, keyed)
  const other = await bridge.ask({ kind: 'target', target: radians(3) }, keyed)
  assert.equal(other.error?.code, 'idempotency-conflict')
  bridge.hear({ target: 2 })
  await settle()
  const third = await bridge.ask(toTwo, keyed)
  assert.deepEqual([first.outcome, second.outcome, third.outcome], ['main', 'main', 'main'])
  assert.equal(bridge.sent.length, 1)
})

test('the same key of another principal is independent', async () => {
  const bridge = new AutopilotFixture()
  await bridge.ask(toTwo, { idempotencyKey: 'k' })
  bridge.hear({ target: 2 })
  await settle()
  const other = await bridge.ask({ kind: 'target', target: radians(3) }, { ...bert, idempotencyKey: 'k' })
  assert.equal(other.outcome, 'pending')
  assert.equal(bridge.sent.length, 2)
})

test('disengage ignores its key, both for conflicts and for cached answers', async () => {
  const bridge = new AutopilotFixture()
  const keyed = { idempotencyKey: 'k' }
  const target = await bridge.ask(toTwo, keyed)
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(target.outcome, 'main')
  const first = await bridge.ask(disengage, keyed)
  await bridge.pass(2_000)
  assert.equal(first.error?.code, 'unconfirmed')
  const second = await bridge.ask(disengage, keyed)
  bridge.hear(standby)
  await settle()
  assert.equal(second.outcome, 'main')
  assert.deepEqual(bridge.names, ['set-target', 'disengage', 'disengage'])
})

test('rejects every command without the helm except disengage', async () => {
  const bridge = new AutopilotFixture()
  const { lease } = bridge.autopilotCommands.takeHelm('main', { ttl: 60, label: 'Bert' }, bert)
  const refused = await bridge.ask(toTwo)
  assert.equal(refused.error?.code, 'helm-held')
  assert.match(refused.error.message, /Bert/)
  await bridge.ask(disengage)
  assert.deepEqual(bridge.names, ['disengage'])
  bridge.hear(standby)
  await settle()
  const held = await bridge.ask({ kind: 'engage' }, { lease })
  bridge.hear(steering)
  await settle()
  assert.equal(held.outcome, 'main')
})

test('rejects a waiting command whose requester loses the helm', async () => {
  const bridge = new AutopilotFixture()
  await bridge.ask(toTwo)
  const waiting = await bridge.ask({ kind: 'target', target: radians(3) })
  bridge.autopilotCommands.takeHelm('main', { ttl: 60, label: 'Bert' }, bert)
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(waiting.error?.code, 'helm-held')
})

test('publishes the holder of the helm and its release', async () => {
  const bridge = new AutopilotFixture()
  const path = 'steering.autopilot.helm'
  bridge.autopilotCommands.takeHelm('main', { ttl: 10, label: 'Bert' }, bert)
  bridge.autopilotCommands.watch()
  await bridge.pass(0)
  assert.equal(bridge.latest(path), 'Bert')
  bridge.autopilotCommands.takeHelm('main', { ttl: 10, label: 'Anna', takeOver: true }, bert)
  bridge.autopilotCommands.watch()
  await bridge.pass(0)
  assert.equal(bridge.latest(path), 'Anna')
  await bridge.pass(10_000)
  bridge.autopilotCommands.watch()
  await bridge.pass(0)
  assert.equal(bridge.latest(path), null)
})

test('audits every command with requester, address, states, command and duration', async () => {
  const bridge = new AutopilotFixture()
  await bridge.ask(toTwo)
  await bridge.pass(150)
  bridge.hear({ target: 2 })
  await settle()
  await bridge.ask({ kind: 'target', target: radians(7) })
  const [done, refused] = bridge.records
  assert.ok(done !== undefined && refused !== undefined)
  const { before, reported, ...rest } = done
  assert.deepEqual(rest, {
    device: 'main',
    actor: anna.actor,
    asked: toTwo,
    sent: { name: 'set-target', input: { target: 2 } },
    outcome: 'OK',
    milliseconds: 150,
  })
  assert.equal((before as { target: number }).target, 1)
  assert.equal((reported as { target: number }).target, 2)
  assert.deepEqual([refused.sent, refused.outcome], [null, 'invalid-value'])
})

test('a command succeeds when it cannot be audited', async () => {
  const bridge = new AutopilotFixture()
  bridge.isFull = true
  const asked = await bridge.ask(toTwo)
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(asked.outcome, 'main')
  assert.equal(bridge.faults.length, 1)
  const refused = await bridge.ask({ kind: 'target', target: radians(7) })
  assert.equal(refused.error?.code, 'invalid-value')
})

test('rejects a command to an unknown device', async () => {
  const bridge = new AutopilotFixture()
  await assert.rejects(
    bridge.autopilotCommands.command('spare', toTwo, anna),
    (error) => error instanceof MarineDataError && error.code === 'autopilot-not-found',
  )
  assert.deepEqual(bridge.records, [])
})
