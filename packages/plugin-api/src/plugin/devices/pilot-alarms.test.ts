import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PilotAlarms, type PilotAlarmNames } from './pilot-alarms.ts'

const names: PilotAlarmNames = new Map([
  [20, ['heading', 'Off course']],
  [27, ['heading', 'No control head']],
])

const recorded = () => {
  const said: string[] = []
  const alarms = new PilotAlarms(names, {
    notify: (name, { state, message }) => said.push(`${name} ${state}: ${message}`),
    unknown: (id) => said.push(`unknown ${id}`),
  })
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
