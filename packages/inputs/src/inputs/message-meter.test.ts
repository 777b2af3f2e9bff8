import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MessageMeter } from './message-meter.ts'

const metered = () => {
  let now = 0
  const meter = new MessageMeter(() => now)
  const hear = (sentences: number, everyMs: number): void => {
    for (let count = 0; count < sentences; count++) {
      meter.count(`$S${count}`)
      now += everyMs
    }
  }
  return { meter, hear, pass: (ms: number) => (now += ms) }
}

test('reports ten sentences a second as ten, from the first second on', () => {
  const { meter, hear, pass } = metered()
  pass(60_000)
  hear(10, 100)
  assert.equal(meter.rate, 10)
  hear(200, 100)
  assert.equal(meter.rate, 10)
})

test('the first sentence gives a moderate rate', () => {
  const { meter, hear } = metered()
  hear(1, 0)
  assert.equal(meter.rate, 2)
})

test('the rate of a silent port falls to zero within four seconds', () => {
  const { meter, hear, pass } = metered()
  hear(100, 100)
  pass(2_000)
  assert.ok(meter.rate > 0 && meter.rate < 10, String(meter.rate))
  pass(2_000)
  assert.equal(meter.rate, 0)
})

test('counts from zero after the port was closed', () => {
  const { meter, hear } = metered()
  hear(100, 10)
  meter.rest()
  assert.equal(meter.rate, 0)
  hear(10, 100)
  assert.equal(meter.rate, 10)
})

test('shows the first hundred characters of the last message', () => {
  const { meter } = metered()
  meter.count(`$${'A'.repeat(400)}`)
  assert.equal(meter.last?.length, 100)
})

test('makes the text of a message only when someone looks', () => {
  const { meter } = metered()
  let made = 0
  for (let count = 0; count < 10; count++) meter.count(() => `text ${++made}`)
  assert.equal(made, 0)
  assert.deepEqual([meter.last, meter.last], ['text 1', 'text 1'])
  assert.equal(made, 1)
})
