import { rpcLimits } from '#protocol/limits.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimiter } from './rate-limiter.ts'

const createLimiter = () => {
  const clock = { now: 0 }
  return { clock, limiter: new RateLimiter(() => clock.now) }
}

const { messagesPerSecond, bytesPerSecond, burstSeconds } = rpcLimits

test('passes a burst at once and delays what follows', () => {
  const { limiter } = createLimiter()
  for (let message = 0; message < messagesPerSecond * burstSeconds; message++)
    assert.equal(limiter.take(1, 100), 0)
  assert.ok(limiter.take(1, 100) > 0)
})

test('counts bytes as well as messages', () => {
  const { limiter } = createLimiter()
  assert.equal(limiter.take(1, bytesPerSecond * burstSeconds), 0)
  assert.equal(limiter.take(0, bytesPerSecond / 10), 100)
})

test('does not lengthen the wait of a sender that waits as requested', () => {
  const { limiter, clock } = createLimiter()
  let messages = 0
  while (clock.now < 10_000) {
    clock.now += limiter.take(1, 100)
    messages++
  }
  const allowed = messagesPerSecond * (10 + burstSeconds)
  assert.ok(messages <= allowed + 10 && messages > allowed * 0.9, `${messages} messages in 10 s`)
})

test('measures how long a plugin exceeds the limit, and resets when it slows down', () => {
  const { limiter, clock } = createLimiter()
  assert.equal(limiter.overLimitMs, 0)
  while (clock.now < 3_000) clock.now += Math.max(1, limiter.take(2, 100))
  assert.ok(limiter.overLimitMs > 1_000, `over the limit for ${limiter.overLimitMs} ms`)
  clock.now += 10_000
  assert.equal(limiter.overLimitMs, 0)
})

test('never reports a plugin within its limits', () => {
  const { limiter, clock } = createLimiter()
  for (; clock.now < 10_000; clock.now += 10) assert.equal(limiter.take(2, 60_000), 0)
  assert.equal(limiter.overLimitMs, 0)
})
