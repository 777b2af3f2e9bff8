import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  PilotAlarms,
  type PilotAlarmNames,
  type PilotAlarmsOptions,
  type PilotAlarmsOutput,
} from './pilot-alarms.ts'

const names: PilotAlarmNames = new Map([
  [20, ['heading', 'Off course']],
  [27, ['heading', 'No control head']],
])

const recorded = (options?: PilotAlarmsOptions) => {
  const said: string[] = []
  const output: PilotAlarmsOutput = {
    notify: (name, { state, message }) => said.push(`${name} ${state}: ${message}`),
    unknown: (id) => said.push(`unknown ${id}`),
  }
  const alarms = new PilotAlarms(names, output, options)
  return { said, alarms }
}

test('an alarm that the pilot repeats each second is notified of once, until it ends', () => {
  const { said, alarms } = recorded()
  for (let second = 0; second < 30; second++) alarms.take({ id: 27, isOn: true })
  alarms.take({ id: 27, isOn: false })
  alarms.take({ id: 27, isOn: false })
  alarms.take({ id: 27, isOn: true })
  assert.deepEqual(said, [
    'heading alarm: No control head',
    'heading normal: No control head',
    'heading alarm: No control head',
  ])
})

test('two alarms with one name end with the last of them', () => {
  const { said, alarms } = recorded()
  alarms.take({ id: 27, isOn: true })
  alarms.take({ id: 20, isOn: true })
  alarms.take({ id: 20, isOn: false })
  alarms.take({ id: 27, isOn: false })
  assert.deepEqual(said, [
    'heading alarm: No control head',
    'heading alarm: Off course',
    'heading alarm: No control head',
    'heading normal: No control head',
  ])
})

test('an alarm that ends is passed on, also when its begin was missed', () => {
  const { said, alarms } = recorded()
  alarms.take({ id: 27, isOn: false })
  assert.deepEqual(said, ['heading normal: No control head'])
})

test('a pilot that is back and still has its alarm is notified of again', () => {
  const { said, alarms } = recorded()
  alarms.take({ id: 27, isOn: true })
  alarms.forget()
  alarms.take({ id: 27, isOn: true })
  assert.equal(said.length, 2)
})

test('an alarm without a name is said once, not each second', () => {
  const { said, alarms } = recorded()
  for (let second = 0; second < 3; second++) alarms.take({ id: 99, isOn: true })
  assert.deepEqual(said, ['unknown 99'])
})

test('an alarm of a status is off at first', () => {
  const { said, alarms } = recorded()
  for (const isOn of [false, true, true, false]) alarms.change({ id: 20, isOn })
  assert.deepEqual(said, ['heading alarm: Off course', 'heading normal: Off course'])
})

/** A pilot that sends something every second, and repeats its alarms every second. */
const repeating = () => {
  let now = 1_000
  const { said, alarms } = recorded({ endsAfterMs: 10_000, now: () => now })
  const pass = (seconds: number, ...on: readonly number[]): void => {
    for (let second = 0; second < seconds; second++) {
      now += 1_000
      for (const id of on) alarms.take({ id, isOn: true })
      alarms.check()
    }
  }
  return { said, alarms, pass, silence: (ms: number) => void (now += ms) }
}

test('an alarm that the pilot no longer repeats has ended: its end was lost', () => {
  const { said, pass } = repeating()
  pass(15, 27)
  assert.deepEqual(said, ['heading alarm: No control head'])
  pass(9)
  assert.equal(said.length, 1)
  pass(1)
  assert.deepEqual(said.slice(1), ['heading normal: No control head'])
  pass(30)
  assert.equal(said.length, 2)
})

test('a silence ends no alarm: the pilot has time to repeat it', () => {
  const { said, pass, silence } = repeating()
  pass(15, 27)
  silence(60_000)
  pass(5)
  pass(15, 27)
  assert.equal(said.length, 1)
})

test('an alarm of before a loss of the pilot, or of before the start, ends when the pilot does not repeat it', () => {
  const { said, alarms, pass } = repeating()
  pass(12)
  assert.deepEqual(said, ['heading normal: '])
  pass(12, 27)
  alarms.forget()
  pass(10)
  assert.equal(said.length, 2)
  pass(1)
  assert.deepEqual(said.slice(2), ['heading normal: '])
})

test('an alarm of a pilot that does not repeat its alarms ends with its end only', () => {
  let now = 0
  const { said, alarms } = recorded({ now: () => now })
  alarms.take({ id: 27, isOn: true })
  for (; now < 60_000; now += 1_000) alarms.check()
  assert.equal(said.length, 1)
})
