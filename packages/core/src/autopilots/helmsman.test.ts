import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anna, bert, Bridge, disengage, settle, standby, steering, toTwo } from './trial-bridge.ts'

const heading = 'notifications.steering.autopilot.heading'

test('a command is done when the device’s own report shows it; the word of the provider is not enough', async () => {
  const bridge = new Bridge()
  const asked = await bridge.ask(toTwo)
  assert.deepEqual(bridge.sent[0]?.command, { name: 'set-target', input: { target: 2 } })
  bridge.sent[0]?.answer.resolve({})
  await bridge.pass(1_000)
  assert.equal(asked.outcome, 'on its way')
  bridge.hear({ target: 1.5 })
  await settle()
  assert.equal(asked.outcome, 'on its way')
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(asked.outcome, 'main')
})

test('a report is enough, also while the provider has not answered', async () => {
  const bridge = new Bridge()
  const asked = await bridge.ask(toTwo)
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(asked.outcome, 'main')
})

test('whoever is told of an effect finds it in the tree', async () => {
  const bridge = new Bridge()
  let found: unknown
  const asked = bridge.helmsman.command('main', toTwo, anna).then(() => {
    found = bridge.latest('steering.autopilot.target')
  })
  await settle()
  bridge.hear({ target: 2 })
  await asked
  assert.equal(found, 2)
})

test('a command by itself changes nothing in the tree', async () => {
  const bridge = new Bridge()
  await bridge.ask(toTwo)
  bridge.sent[0]?.answer.resolve({})
  await bridge.pass(100)
  assert.equal(bridge.latest('steering.autopilot.target'), 1)
})

for (const [title, more, limitMs] of [
  ['two seconds', {}, 2_000],
  ['as long as it declared', { confirm: 7 }, 7_000],
] as const)
  test(`when no report shows it within ${title}, nobody knows what became of it`, async () => {
    const bridge = new Bridge(more)
    const asked = await bridge.ask(toTwo)
    assert.equal(bridge.sent[0]?.deadlineMs, limitMs)
    bridge.sent[0]?.answer.resolve({})
    await bridge.pass(limitMs - 1)
    assert.equal(asked.outcome, 'on its way')
    await bridge.pass(1)
    assert.equal(asked.error?.code, 'unconfirmed')
    assert.equal(bridge.sent.length, 1)
  })

test('after the deadline the provider is told to leave it', async () => {
  const bridge = new Bridge()
  await bridge.ask(toTwo)
  assert.equal(bridge.sent[0]?.signal.aborted, false)
  await bridge.pass(2_000)
  assert.equal(bridge.sent[0]?.signal.aborted, true)
})

test('when the device is lost meanwhile, it is off-line, and nobody knows what became of the command', async () => {
  const bridge = new Bridge()
  const asked = await bridge.ask(toTwo)
  bridge.registry.lose('simulator')
  await bridge.pass(0)
  assert.equal(asked.error?.code, 'autopilot-offline')
  assert.equal(asked.error.details.outcome, 'unknown')
})

for (const [said, told] of [
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
  test(`when the provider says ${said}, the client is told ${told}`, async () => {
    const bridge = new Bridge()
    const asked = await bridge.ask(toTwo)
    bridge.sent[0]?.answer.reject(new MarineDataError(said, 'In its own words'))
    await settle()
    assert.equal(asked.error?.code, told)
  })

test('a provider that ended in the middle may have done it all the same', async () => {
  const bridge = new Bridge()
  const asked = await bridge.ask(toTwo)
  const ended = new MarineDataError('plugin-not-running', 'It ended', { outcome: 'unknown' })
  bridge.sent[0]?.answer.reject(ended)
  await settle()
  assert.equal(asked.error?.code, 'autopilot-offline')
  assert.equal(asked.error.details.outcome, 'unknown')
})

test('where there is no provider nobody was told to disengage', async () => {
  const bridge = new Bridge()
  bridge.registry.lose('simulator')
  const asked = await bridge.ask(disengage)
  bridge.sent[0]?.answer.reject(new MarineDataError('plugin-not-running', 'It is waiting'))
  await settle()
  assert.equal(asked.error?.code, 'autopilot-offline')
  assert.equal(asked.error.details.outcome, 'none')
})

test('a provider that throws anything else has refused', async () => {
  const bridge = new Bridge()
  const asked = await bridge.ask(toTwo)
  bridge.sent[0]?.answer.reject('no')
  await settle()
  assert.equal(asked.error?.code, 'rejected-by-device')
})

test('a provider that does not answer may still have done it: the report tells', async () => {
  const bridge = new Bridge()
  const asked = await bridge.ask(toTwo)
  bridge.sent[0]?.answer.reject(new MarineDataError('unconfirmed', 'No answer'))
  await settle()
  assert.equal(asked.outcome, 'on its way')
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(asked.outcome, 'main')
})

test('what cannot be done is refused before anything is sent', async () => {
  const bridge = new Bridge()
  const asked = await bridge.ask({ kind: 'target', target: 7 })
  assert.equal(asked.error?.code, 'invalid-value')
  assert.deepEqual(bridge.sent, [])
})

test('what is so already is done at once, and nothing is sent', async () => {
  const bridge = new Bridge()
  assert.equal((await bridge.ask({ kind: 'engage' })).outcome, 'main')
  assert.deepEqual(bridge.sent, [])
})

test('nothing is sent to a device that is off-line', async () => {
  const bridge = new Bridge()
  bridge.hear({ state: 'off-line', mode: null, target: null })
  const asked = await bridge.ask(toTwo)
  assert.equal(asked.error?.code, 'autopilot-offline')
  assert.equal(asked.error.details.outcome, 'none')
  assert.deepEqual(bridge.sent, [])
})

test('disengage is sent also to a device that is off-line: it may hear what it cannot answer', async () => {
  const bridge = new Bridge()
  bridge.hear({ state: 'off-line', mode: null, target: null })
  const asked = await bridge.ask(disengage)
  assert.deepEqual(bridge.names, ['disengage'])
  await bridge.pass(2_000)
  assert.equal(asked.error?.code, 'autopilot-offline')
  assert.equal(asked.error.details.outcome, 'unknown')
})

test('disengage of a device that is off-line is done when it comes back and says so', async () => {
  const bridge = new Bridge()
  bridge.hear({ state: 'off-line', mode: null, target: null })
  const asked = await bridge.ask(disengage)
  bridge.hear(standby)
  await settle()
  assert.equal(asked.outcome, 'main')
})

test('commands to one device go one after the other', async () => {
  const bridge = new Bridge()
  const first = await bridge.ask(toTwo)
  const second = await bridge.ask({ kind: 'target', target: 3 })
  assert.equal(bridge.sent.length, 1)
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(bridge.sent.length, 2)
  bridge.hear({ target: 3 })
  await settle()
  assert.deepEqual([first.outcome, second.outcome], ['main', 'main'])
})

test('a change is added to the target that there is when its turn has come', async () => {
  const bridge = new Bridge()
  await bridge.ask(toTwo)
  await bridge.ask({ kind: 'adjust', by: 0.5 })
  bridge.hear({ target: 2 })
  await settle()
  assert.deepEqual(bridge.sent[1]?.command, { name: 'set-target', input: { target: 2.5 } })
})

test('disengage waits for nobody: what runs is cut short, what waits is sent home', async () => {
  const bridge = new Bridge()
  const running = await bridge.ask(toTwo)
  const waiting = await bridge.ask({ kind: 'target', target: 3 })
  const letGo = await bridge.ask(disengage)
  assert.deepEqual(bridge.names, ['set-target', 'disengage'])
  assert.equal(bridge.sent[0]?.signal.aborted, true)
  assert.equal(running.error?.code, 'unconfirmed')
  assert.equal(waiting.error?.code, 'busy')
  bridge.hear(standby)
  await settle()
  assert.equal(letGo.outcome, 'main')
})

test('a command that has only just got its turn does not go out after a disengage of the same moment', async () => {
  const bridge = new Bridge()
  const late = bridge.ask(toTwo)
  const letGo = bridge.ask(disengage)
  await settle()
  assert.deepEqual(bridge.names, ['disengage'])
  assert.equal((await late).error?.code, 'busy')
  bridge.hear(standby)
  await settle()
  assert.equal((await letGo).outcome, 'main')
})

test('a command that is asked for while it disengages waits until that is done', async () => {
  const bridge = new Bridge()
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

test('to be disengaged by command is no alarm, to stop without one is', async () => {
  const bridge = new Bridge()
  await bridge.ask(disengage)
  bridge.hear(standby)
  await settle()
  assert.equal(bridge.latest(heading), undefined)
  bridge.hear(steering)
  bridge.hear(standby)
  assert.equal((bridge.latest(heading) as { state: string }).state, 'alarm')
})

test('a stop that the device refused and then does by itself is an alarm', async () => {
  const bridge = new Bridge()
  const asked = await bridge.ask({ kind: 'state', state: 'standby' })
  bridge.sent[0]?.answer.reject(new MarineDataError('rejected-by-device', 'No'))
  await settle()
  assert.equal(asked.error?.code, 'rejected-by-device')
  bridge.hear(standby)
  assert.equal((bridge.latest(heading) as { state: string }).state, 'alarm')
})

test('the next command that is obeyed ends the alarm, one that is refused does not', async () => {
  const bridge = new Bridge()
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

test('the same key has one effect, and one answer for all who ask', async () => {
  const bridge = new Bridge()
  const keyed = { idempotencyKey: 'k' }
  const first = await bridge.ask(toTwo, keyed)
  const second = await bridge.ask(toTwo, keyed)
  const other = await bridge.ask({ kind: 'target', target: 3 }, keyed)
  assert.equal(other.error?.code, 'idempotency-conflict')
  bridge.hear({ target: 2 })
  await settle()
  const third = await bridge.ask(toTwo, keyed)
  assert.deepEqual([first.outcome, second.outcome, third.outcome], ['main', 'main', 'main'])
  assert.equal(bridge.sent.length, 1)
})

test('the same key of another client is another key', async () => {
  const bridge = new Bridge()
  await bridge.ask(toTwo, { idempotencyKey: 'k' })
  bridge.hear({ target: 2 })
  await settle()
  const other = await bridge.ask({ kind: 'target', target: 3 }, { ...bert, idempotencyKey: 'k' })
  assert.equal(other.outcome, 'on its way')
  assert.equal(bridge.sent.length, 2)
})

test('disengage is never refused for its key: neither for what it stood for, nor for what came of it', async () => {
  const bridge = new Bridge()
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

test('who does not hold the helm is refused, but for disengage', async () => {
  const bridge = new Bridge()
  const { lease } = bridge.helmsman.takeHelm('main', { ttl: 60, label: 'Bert' }, bert)
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

test('who loses the helm while waiting for a turn is refused', async () => {
  const bridge = new Bridge()
  await bridge.ask(toTwo)
  const waiting = await bridge.ask({ kind: 'target', target: 3 })
  bridge.helmsman.takeHelm('main', { ttl: 60, label: 'Bert' }, bert)
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(waiting.error?.code, 'helm-held')
})

test('it is told who has the helm, and that nobody has it any more', async () => {
  const bridge = new Bridge()
  const path = 'steering.autopilot.helm'
  bridge.helmsman.takeHelm('main', { ttl: 10, label: 'Bert' }, bert)
  bridge.helmsman.watch()
  await bridge.pass(0)
  assert.equal(bridge.latest(path), 'Bert')
  bridge.helmsman.takeHelm('main', { ttl: 10, label: 'Anna', takeOver: true }, bert)
  bridge.helmsman.watch()
  await bridge.pass(0)
  assert.equal(bridge.latest(path), 'Anna')
  await bridge.pass(10_000)
  bridge.helmsman.watch()
  await bridge.pass(0)
  assert.equal(bridge.latest(path), null)
})

test('every command is written down: who, from where, before, asked, sent, reported, how long', async () => {
  const bridge = new Bridge()
  await bridge.ask(toTwo)
  await bridge.pass(150)
  bridge.hear({ target: 2 })
  await settle()
  await bridge.ask({ kind: 'target', target: 7 })
  const [done, refused] = bridge.records
  assert.ok(done !== undefined && refused !== undefined)
  const { before, reported, ...rest } = done
  assert.deepEqual(rest, {
    device: 'main',
    who: 'anna',
    from: '127.0.0.1',
    asked: toTwo,
    sent: { name: 'set-target', input: { target: 2 } },
    outcome: 'OK',
    milliseconds: 150,
  })
  assert.equal((before as { target: number }).target, 1)
  assert.equal((reported as { target: number }).target, 2)
  assert.deepEqual([refused.sent, refused.outcome], [null, 'invalid-value'])
})

test('a command that was carried out succeeds also when it cannot be recorded', async () => {
  const bridge = new Bridge()
  bridge.isFull = true
  const asked = await bridge.ask(toTwo)
  bridge.hear({ target: 2 })
  await settle()
  assert.equal(asked.outcome, 'main')
  assert.equal(bridge.faults.length, 1)
  const refused = await bridge.ask({ kind: 'target', target: 7 })
  assert.equal(refused.error?.code, 'invalid-value')
})

test('who asks for a device that is not there is told so', async () => {
  const bridge = new Bridge()
  await assert.rejects(
    bridge.helmsman.command('spare', toTwo, anna),
    (error) => error instanceof MarineDataError && error.code === 'autopilot-not-found',
  )
  assert.deepEqual(bridge.records, [])
})
