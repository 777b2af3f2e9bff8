import type { HeardBusMessage, PilotAlarm, PilotPort } from '@marinedata/plugin-api'
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { FurunoMonitor, GarminMonitor } from './monitored-pilot.ts'
import { makeOf, topics, type Topic } from './wire.ts'

/** A clock in milliseconds that the test sets. */
const clockOf = (t: TestContext): { now: number } => {
  const clock = { now: 1_000 }
  t.mock.method(performance, 'now', () => clock.now)
  return clock
}

const message = (topic: Topic, hex: string): HeardBusMessage<Topic> => ({
  topic,
  from: 'c05096001ca90240',
  to: null,
  priority: 7,
  time: 0,
  payload: Uint8Array.from(hex.split(' '), (byte) => Number.parseInt(byte, 16)),
})
const mode = (value: string): HeardBusMessage<Topic> =>
  message(topics.garmin, `e5 98 10 17 04 04 05 0a 00 ${value} 00`)
const voltage = message(topics.garmin, 'e5 98 10 17 04 04 02 9e 0c 2e 05')

test('a Garmin keeps its last mode while it sends, and loses it after a silence', (t) => {
  const clock = clockOf(t)
  const said: string[] = []
  const garmin = new GarminMonitor((_level, words) => said.push(words))
  garmin.hear(voltage)
  assert.equal(garmin.report.state, 'off-line')
  garmin.hear(mode('05'))
  for (let seconds = 0; seconds < 60; seconds++) {
    clock.now += 1_000
    garmin.hear(voltage)
    assert.equal(garmin.report.state, 'engaged')
  }
  clock.now += 3_001
  garmin.hear(voltage)
  assert.equal(garmin.report.state, 'off-line')
  garmin.hear(mode('02'))
  assert.equal(garmin.report.state, 'standby')
  assert.deepEqual(said, [
    'The mode is not known until the pilot changes it',
    'Connected: shown only',
    'The mode is not known until the pilot changes it',
    'Connected: shown only',
  ])
})

const heading = (step: number): HeardBusMessage<Topic> =>
  message(topics.garmin, `e5 98 10 17 04 04 00 0b 00 ${step.toString(16).padStart(2, '0')} d0 2e 40`)

test('a Garmin whose heading to steer follows the bow is not believed to hold it', (t) => {
  const clock = clockOf(t)
  for (const [value, state] of [
    ['05', 'engaged'],
    ['03', 'shadow drive'],
    ['02', 'standby'],
  ] as const) {
    const garmin = new GarminMonitor(() => undefined)
    const hearFor = (count: number, periodMs: number): string => {
      for (let step = 0; step < count; step++) {
        clock.now += periodMs
        garmin.hear(heading(step))
      }
      return garmin.report.state
    }
    hearFor(100, 50)
    garmin.hear(mode(value))
    // Somebody presses keys, or the same heading is repeated.
    assert.equal(hearFor(50, 200), state)
    for (let count = 0; count < 100; count++) garmin.hear(heading(49))
    assert.equal(garmin.report.state, state)
    assert.equal(hearFor(20, 50), value === '02' ? 'standby' : 'off-line')
  }
})

test('a Furuno has no mode and no course when they are 5 s old', (t) => {
  const clock = clockOf(t)
  const alarms: PilotAlarm[] = []
  const port: PilotPort<Topic> = {
    send: async () => assert.fail('It sends'),
    alarm: (alarm) => void alarms.push(alarm),
    isForUs: () => false,
  }
  const furuno = new FurunoMonitor(port)
  const control = message(topics.control, '04 4b 1f ff 7f ff ff')
  const course = message(topics.furuno, '3f 9f 01 1e 00 ef ff 00 f8 5e ff 00 00')
  furuno.hear(control)
  furuno.hear(course)
  assert.equal(furuno.report.target?.toFixed(4), '2.4312')
  clock.now += 5_001
  furuno.hear(control)
  assert.deepEqual(furuno.report, { state: 'engaged', mode: 'heading', target: null })
  clock.now += 5_001
  furuno.hear(course)
  assert.equal(furuno.report.state, 'off-line')
  const offHeading = { id: 2, isOn: true }
  assert.deepEqual(alarms.slice(0, 3), [{ id: 1, isOn: false }, offHeading, { id: 3, isOn: false }])
})

test('the make of a device is in its NAME', () => {
  assert.equal(makeOf('c05096001ca90240'), 'garmin')
  assert.equal(makeOf('c0509600e7e14a2b'), 'furuno')
  assert.equal(makeOf('c0509600e83acbd0'), undefined)
})
