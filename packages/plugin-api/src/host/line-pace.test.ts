import { lineLimits } from '#protocol/limits.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LinePace } from './line-pace.ts'

const paced = () => {
  const clock = { now: 0 }
  return { clock, pace: new LinePace(() => clock.now) }
}

const { messagesPerSecond, bytesPerSecond, burstSeconds } = lineLimits

test('a burst passes at once, and what comes behind it waits', () => {
  const { pace } = paced()
  for (let message = 0; message < messagesPerSecond * burstSeconds; message++)
    assert.equal(pace.take(1, 100), 0)
  assert.ok(pace.take(1, 100) > 0)
})

test('bytes count as well as messages', () => {
  const { pace } = paced()
  assert.equal(pace.take(1, bytesPerSecond * burstSeconds), 0)
  assert.equal(pace.take(0, bytesPerSecond / 10), 100)
})

test('whoever waits as told is never kept waiting for longer', () => {
  const { pace, clock } = paced()
  let messages = 0
  while (clock.now < 10_000) {
    clock.now += pace.take(1, 100)
    messages++
  }
  const allowed = messagesPerSecond * (10 + burstSeconds)
  assert.ok(messages <= allowed + 10 && messages > allowed * 0.9, `${messages} messages in 10 s`)
})

test('a plugin that keeps wanting more is found out, and one that calms down is not', () => {
  const { pace, clock } = paced()
  assert.equal(pace.pressedMs, 0)
  while (clock.now < 3_000) clock.now += Math.max(1, pace.take(2, 100))
  assert.ok(pace.pressedMs > 1_000, `pressed for ${pace.pressedMs} ms`)
  clock.now += 10_000
  assert.equal(pace.pressedMs, 0)
})

test('a plugin within its limits is never pressed', () => {
  const { pace, clock } = paced()
  for (; clock.now < 10_000; clock.now += 10) assert.equal(pace.take(2, 60_000), 0)
  assert.equal(pace.pressedMs, 0)
})
