import { radians } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PilotRequest } from './command-rules.ts'
import {
  anna,
  bert,
  AutopilotFixture,
  details,
  disengage,
  settle,
  standby,
  steering,
  toTwo,
} from '#testing/autopilot-fixture.ts'

const right: PilotRequest = { kind: 'adjust', by: radians(0.2) }
const left: PilotRequest = { kind: 'adjust', by: radians(-0.2) }
const contested = 'notifications.steering.autopilot.helm'

/** Anna steers to starboard and Bert to port alternately; returns each outcome. */
const fight = async (bridge: AutopilotFixture, times: number, everyMs = 500): Promise<string[]> => {
  const outcomes: string[] = []
  for (let count = 0; count < times; count++) {
    const sent = bridge.sent.length
    const asked = await bridge.ask(count % 2 === 0 ? right : left, count % 2 === 0 ? anna : bert)
    const command = bridge.sent[sent]?.command
    if (command?.name === 'set-target') bridge.hear({ target: command.input.target })
    await settle()
    outcomes.push(asked.outcome)
    bridge.autopilotCommands.watch()
    await bridge.pass(everyMs)
    bridge.hear({})
  }
  return outcomes
}

test('of alternating changes by two principals three are accepted, the rest refused, and one alarm is raised', async () => {
  const bridge = new AutopilotFixture()
  const outcomes = await fight(bridge, 60)
  assert.deepEqual(outcomes.slice(0, 3), ['main', 'main', 'main'])
  assert.deepEqual(new Set(outcomes.slice(3)), new Set(['helm-contested']))
  assert.equal(bridge.sent.length, 3)
  const published = bridge.published.filter(({ path }) => path === contested)
  assert.equal(published.length, 1)
  const [alarm] = published
  assert.ok(alarm !== undefined)
  const { state, message } = alarm.value as { state: string; message: string }
  assert.equal(state, 'alarm')
  assert.match(message, /anna and bert|bert and anna/)
})

test('the contest ends after ten seconds without changes', async () => {
  const bridge = new AutopilotFixture()
  await fight(bridge, 6)
  await bridge.pass(8_000)
  bridge.autopilotCommands.watch()
  await bridge.pass(0)
  assert.equal((bridge.latest(contested) as { state: string }).state, 'alarm')
  await bridge.pass(2_000)
  bridge.autopilotCommands.watch()
  await bridge.pass(0)
  assert.equal((bridge.latest(contested) as { state: string }).state, 'normal')
  bridge.hear({})
  assert.deepEqual(await fight(bridge, 1), ['main'])
})

test('taking the helm ends the contest; the other principal gets helm-held', async () => {
  const bridge = new AutopilotFixture()
  await fight(bridge, 6)
  const { lease } = bridge.autopilotCommands.takeHelm('main', { ttl: 60, label: 'Anna' }, anna)
  bridge.autopilotCommands.watch()
  await bridge.pass(0)
  assert.equal((bridge.latest(contested) as { state: string }).state, 'normal')
  assert.equal((await bridge.ask(left, bert)).outcome, 'helm-held')
  const sent = bridge.sent.length
  for (const request of [right, left, right, left, right]) {
    const asked = await bridge.ask(request, { ...anna, lease })
    const command = bridge.sent.at(-1)?.command
    if (command?.name === 'set-target') bridge.hear({ target: command.input.target })
    await settle()
    assert.equal(asked.outcome, 'main')
  }
  assert.equal(bridge.sent.length, sent + 5)
})

test('during a contest both can disengage and set a state that does not steer', async () => {
  const bridge = new AutopilotFixture()
  await fight(bridge, 6)
  const standBy = await bridge.ask({ kind: 'state', state: 'standby' }, bert)
  bridge.hear(standby)
  await settle()
  assert.equal(standBy.outcome, 'main')
  const letGo = await bridge.ask(disengage, anna)
  bridge.hear(standby)
  await settle()
  assert.equal(letGo.outcome, 'main')
})

test('one principal with two connections is no contest', async () => {
  const bridge = new AutopilotFixture()
  for (let count = 0; count < 10; count++) {
    const actor = { ...anna.actor, address: `192.168.1.${count % 2}` }
    const asked = await bridge.ask(count % 2 === 0 ? right : left, { actor })
    const command = bridge.sent.at(-1)?.command
    if (command?.name === 'set-target') bridge.hear({ target: command.input.target })
    await settle()
    assert.equal(asked.outcome, 'main')
  }
})

test('concurrent adjustments add up to the accepted ones, and to one with a shared key', async () => {
  const bridge = new AutopilotFixture()
  const all = await Promise.all(Array.from({ length: 20 }, () => bridge.ask(right)))
  for (let count = 0; count < 20; count++) {
    const command = bridge.sent.at(-1)?.command
    if (command?.name === 'set-target') bridge.hear({ target: command.input.target })
    await settle()
  }
  const accepted = all.filter(({ outcome }) => outcome === 'main').length
  assert.equal(accepted + all.filter(({ outcome }) => outcome === 'busy').length, 20)
  assert.ok(Math.abs((bridge.latest('steering.autopilot.target') as number) - (1 + 0.2 * accepted)) < 1e-9)
  const sent = bridge.sent.length
  const keyed = await Promise.all(
    Array.from({ length: 20 }, () => bridge.ask(right, { idempotencyKey: 'k' })),
  )
  const command = bridge.sent.at(-1)?.command
  if (command?.name === 'set-target') bridge.hear({ target: command.input.target })
  await settle()
  assert.deepEqual(new Set(keyed.map(({ outcome }) => outcome)), new Set(['main']))
  assert.equal(bridge.sent.length, sent + 1)
})

test('a request rejected as busy can be retried with the same key', async () => {
  const bridge = new AutopilotFixture()
  const running = Array.from({ length: 9 }, () => bridge.ask(toTwo))
  const busy = await bridge.ask(right, { idempotencyKey: 'k' })
  assert.equal(busy.outcome, 'busy')
  await Promise.all(running)
  bridge.hear({ target: 2 })
  await settle()
  bridge.hear({ target: 2 })
  for (let count = 0; count < 9; count++) {
    bridge.hear({ target: 2 })
    await settle()
  }
  const again = await bridge.ask(right, { idempotencyKey: 'k' })
  bridge.hear({ target: 2.2 })
  await settle()
  assert.equal(again.outcome, 'main')
})

test('audits taking, taking over and releasing the helm, but not extending it', () => {
  const bridge = new AutopilotFixture()
  const { lease } = bridge.autopilotCommands.takeHelm('main', { ttl: 60, label: 'Anna' }, anna)
  bridge.autopilotCommands.takeHelm('main', { ttl: 60, label: 'Anna' }, { ...anna, lease })
  assert.throws(() => bridge.autopilotCommands.takeHelm('main', { ttl: 60, label: 'Bert' }, bert))
  const taken = bridge.autopilotCommands.takeHelm('main', { ttl: 60, label: 'Bert', takeOver: true }, bert)
  bridge.autopilotCommands.releaseHelm('main', { ...bert, lease: taken.lease })
  assert.deepEqual(
    bridge.records.map(({ device, actor, asked, outcome }) => [
      device,
      actor.name,
      (asked as { kind: string }).kind,
      outcome,
    ]),
    [
      ['main', 'anna', 'take-helm', 'OK'],
      ['main', 'bert', 'take-helm', 'helm-held'],
      ['main', 'bert', 'take-helm', 'OK'],
      ['main', 'bert', 'release-helm', 'OK'],
    ],
  )
  const takeOver = bridge.records[2] ?? assert.fail()
  assert.equal((takeOver.before as { label: string }).label, 'Anna')
  assert.equal((takeOver.reported as { label: string }).label, 'Bert')
})

test('audits the choice of a default with the previous one', () => {
  const bridge = new AutopilotFixture()
  bridge.registry.register({ id: 'spare', provider: 'simulator', details })
  assert.equal(bridge.autopilotCommands.chooseDefault('spare', bert), 'spare')
  const [record] = bridge.records
  assert.deepEqual(
    [record?.device, record?.actor.name, record?.asked, record?.before, record?.reported],
    ['spare', 'bert', { kind: 'choose-default' }, { default: 'main' }, { default: 'spare' }],
  )
})

test('a lease survives a restart of the device’s plugin', async () => {
  const bridge = new AutopilotFixture()
  const { lease } = bridge.autopilotCommands.takeHelm('main', { ttl: 60, label: 'Anna' }, anna)
  bridge.autopilotCommands.watch()
  bridge.registry.withdraw('main')
  bridge.registry.register({ id: 'spare', provider: 'simulator', details })
  bridge.autopilotCommands.takeHelm('spare', { ttl: 10, label: 'Bert' }, bert)
  bridge.autopilotCommands.watch()
  bridge.registry.register({ id: 'main', provider: 'simulator', details })
  bridge.hear(steering)
  assert.equal((await bridge.ask(toTwo, bert)).outcome, 'helm-held')
  assert.equal((await bridge.ask(toTwo, { ...anna, lease })).outcome, 'pending')
})

test('publishes no holder of a removed device after the lease has ended', async () => {
  const bridge = new AutopilotFixture()
  const path = 'steering.autopilot.helm'
  bridge.autopilotCommands.takeHelm('main', { ttl: 10, label: 'Anna' }, anna)
  bridge.autopilotCommands.watch()
  bridge.registry.withdraw('main')
  bridge.registry.register({ id: 'spare', provider: 'simulator', details })
  bridge.autopilotCommands.helm('spare')
  await bridge.pass(10_000)
  bridge.autopilotCommands.watch()
  await bridge.pass(0)
  assert.equal(bridge.latest(path), null)
})
