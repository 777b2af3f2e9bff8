import {
  alertCallLimits,
  testAlarmPath,
  type Alert,
  type AlertCall,
  type AlertCallReport,
  type AlertQuiet,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { AlertCalls } from './alert-calls.ts'
import type { AlertChannel } from './alert-channel.ts'

const alarm: Alert = {
  id: 'one',
  path: 'notifications.navigation.anchor',
  source: 'anchor-watch',
  state: 'alarm',
  method: ['visual', 'sound'],
  message: 'The anchor drags',
  status: 'active',
  raisedAt: '2026-01-01T00:00:00Z',
}

/** A channel that records what it is asked to do. */
const recorded = (id: string, more: Partial<AlertChannel> = {}) => {
  const calls: AlertCall[] = []
  const quiets: AlertQuiet[] = []
  const channel: AlertChannel = {
    id,
    label: id,
    to: id,
    after: 0,
    sounds: false,
    call: async (call) => void (await Promise.resolve(calls.push(call))),
    quiet: async (quiet) => void (await Promise.resolve(quiets.push(quiet))),
    ...more,
  }
  return { channel, calls, quiets }
}

const fixture = () => {
  const clock = new ManualClock()
  const aboard: { alerts: Alert[] } = { alerts: [] }
  const published: AlertCallReport[] = []
  const calls = new AlertCalls({
    clock,
    alerts: () => aboard.alerts,
    boat: () => 'Aava',
    publish: (report) => void published.push(report),
  })
  /** Watches for some seconds, and lets promises settle. */
  const watch = async (seconds = 0.25): Promise<void> => {
    for (let quarter = 0; quarter < seconds * 4; quarter++) {
      calls.watch()
      for (let turn = 0; turn < 4; turn++) await Promise.resolve()
      clock.advance(250)
    }
  }
  const states = (): string[] =>
    calls.list()[0]?.receipts.map(({ channel, state }) => `${channel} ${state}`) ?? []
  return { clock, aboard, calls, published, watch, states }
}

test('an alarm calls every channel once, and its acknowledgement makes each of them quiet once', async () => {
  const { aboard, calls, watch } = fixture()
  const [sounder, phone] = [recorded('sounder'), recorded('phone')]
  for (const { channel } of [sounder, phone]) calls.addChannel(channel)
  aboard.alerts = [alarm]
  await watch(10)
  for (const { calls: received } of [sounder, phone])
    assert.deepEqual(
      received.map(({ id, boat, repeat, test: isTest }) => ({ id, boat, repeat, isTest })),
      [{ id: 'one', boat: 'Aava', repeat: 0, isTest: false }],
    )
  aboard.alerts = [{ ...alarm, method: ['visual'], status: 'acknowledged', acknowledgedBy: 'Anna' }]
  await watch(10)
  for (const { quiets } of [sounder, phone]) assert.deepEqual(quiets, [{ id: 'one', by: 'Anna' }])
  assert.notEqual(calls.list()[0]?.endedAt, null)
})

test('a drill sounds on the boat and sends no messages', async () => {
  const { aboard, calls, watch } = fixture()
  const [sounder, phone] = [recorded('sounder', { sounds: true }), recorded('phone')]
  for (const { channel } of [sounder, phone]) calls.addChannel(channel)
  aboard.alerts = [{ ...alarm, path: 'notifications.distress.drill.972009901' }]
  await watch(10)
  assert.deepEqual([sounder.calls.length, phone.calls.length], [1, 0])
})

test('a warning, and an alarm without sound, start no call', async () => {
  const { aboard, calls, watch } = fixture()
  const { channel, calls: received } = recorded('sounder')
  calls.addChannel(channel)
  aboard.alerts = [
    { ...alarm, state: 'warn' },
    { ...alarm, id: 'two', method: ['visual'] },
  ]
  await watch(2)
  assert.deepEqual(received, [])
  assert.deepEqual(calls.list(), [])
})

test('a channel with a delay is called only without an answer in time', async () => {
  const { aboard, calls, watch, states } = fixture()
  const ashore = recorded('e-mail', { after: 60 })
  calls.addChannel(ashore.channel)
  aboard.alerts = [alarm]
  await watch(59)
  assert.deepEqual([ashore.calls.length, states()], [0, ['e-mail waiting']])
  await watch(2)
  assert.deepEqual([ashore.calls.length, states()], [1, ['e-mail calling']])
  aboard.alerts = [{ ...alarm, id: 'two' }]
  await watch(30)
  aboard.alerts = []
  await watch(60)
  assert.equal(ashore.calls.length, 1)
  assert.deepEqual(calls.list()[0]?.receipts, [])
})

test('a test alarm calls delayed channels without waiting', async () => {
  const { aboard, calls, watch } = fixture()
  const ashore = recorded('e-mail', { after: 60 })
  calls.addChannel(ashore.channel)
  aboard.alerts = [{ ...alarm, path: testAlarmPath }]
  await watch(1)
  assert.deepEqual(
    ashore.calls.map(({ test: isTest }) => isTest),
    [true],
  )
})

test('calls again after a silence and with a higher severity, and counts it', async () => {
  const { aboard, calls, watch } = fixture()
  const { channel, calls: received } = recorded('sounder')
  calls.addChannel(channel)
  for (const alert of [
    alarm,
    { ...alarm, method: ['visual'], status: 'silenced' },
    alarm,
    { ...alarm, state: 'emergency' },
  ] as const) {
    aboard.alerts = [alert as Alert]
    await watch(1)
  }
  assert.deepEqual(
    received.map(({ repeat, state }) => [repeat, state]),
    [
      [0, 'alarm'],
      [1, 'alarm'],
      [2, 'emergency'],
    ],
  )
  assert.equal(calls.list().length, 1)
})

test('receipts show what became of a call for each recipient', async () => {
  const { aboard, calls, watch, published } = fixture()
  calls.addChannel(recorded('mail').channel)
  aboard.alerts = [alarm]
  await watch(1)
  calls.receive('mail', { call: 'one', to: 'anna@example.org', state: 'delivered' })
  calls.receive('mail', { call: 'one', to: 'anna@example.org', state: 'accepted' })
  calls.receive('mail', { call: 'one', to: 'bert@example.org', state: 'failed', reason: 'Unknown user' })
  calls.receive('mail', { call: 'another', to: 'bert@example.org', state: 'delivered' })
  await watch()
  assert.deepEqual(
    published.at(-1)?.receipts.map(({ to, state, reason, seconds }) => ({ to, state, reason, seconds })),
    [
      { to: 'anna@example.org', state: 'delivered', reason: undefined, seconds: 1 },
      { to: 'bert@example.org', state: 'failed', reason: 'Unknown user', seconds: 1 },
    ],
  )
})

test('a channel that does not take a call is tried five times, and its receipt says why', async () => {
  const { aboard, calls, watch, states } = fixture()
  let count = 0
  const call = async (): Promise<void> => {
    count++
    await Promise.reject(new Error('The plugin is not running'))
  }
  calls.addChannel(recorded('sounder', { call }).channel)
  aboard.alerts = [alarm]
  await watch(120)
  assert.equal(count, 5)
  assert.deepEqual(states(), ['sounder failed'])
  assert.equal(calls.list()[0]?.receipts[0]?.reason, 'The plugin is not running')
})

test('a channel that comes back during a call is called again', async () => {
  const { aboard, calls, watch } = fixture()
  const { channel, calls: received } = recorded('sounder', { sounds: true })
  calls.addChannel(channel)
  aboard.alerts = [alarm]
  await watch(1)
  calls.removeChannel('sounder')
  assert.equal(calls.hasSounder, false)
  await watch(1)
  calls.addChannel(channel)
  await watch(1)
  assert.equal(received.length, 2)
  assert.equal(calls.hasSounder, true)
})

test('the end of a call is sent again to a channel that does not answer', async () => {
  const { aboard, calls, watch } = fixture()
  let count = 0
  const quiet = async (): Promise<void> => {
    if (++count < 3) await Promise.reject(new Error('No answer'))
  }
  calls.addChannel(recorded('sounder', { quiet }).channel)
  aboard.alerts = [alarm]
  await watch(1)
  aboard.alerts = []
  await watch(30)
  assert.equal(count, 3)
})

test('a flood of alarms has a bounded number of calls', async () => {
  const { aboard, calls, watch } = fixture()
  const { channel, calls: received } = recorded('phone')
  calls.addChannel(channel)
  aboard.alerts = Array.from({ length: 500 }, (_, number) => ({ ...alarm, id: `alarm-${number}` }))
  await watch(5)
  assert.equal(received.length, alertCallLimits.calls)
  aboard.alerts = aboard.alerts.slice(100)
  await watch(5)
  assert.equal(calls.list().length, alertCallLimits.calls)
})
