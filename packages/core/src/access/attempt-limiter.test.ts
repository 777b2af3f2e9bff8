import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { AttemptLimiter } from './attempt-limiter.ts'

const limits = { max: 3, windowMs: 60_000, keys: 4 }
const limiter = () => {
  const clock = new ManualClock()
  return { clock, attempts: new AttemptLimiter(clock, limits) }
}
const isTooMany = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'too-many-requests'

test('rejects attempts beyond the limit and states the time to wait', () => {
  const { clock, attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) {
    attempts.consume({ address: 'a' })
    clock.advance(10_000)
  }
  assert.throws(() => attempts.consume({ address: 'a' }), /Try again in 30 s/)
  assert.throws(() => attempts.consume({ address: 'a' }), isTooMany)
})

test('the window slides: attempts become free one by one as they age', () => {
  const { clock, attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) {
    attempts.consume({ address: 'a' })
    clock.advance(10_000)
  }
  clock.advance(29_999)
  assert.throws(() => attempts.consume({ address: 'a' }), isTooMany)
  clock.advance(1)
  attempts.consume({ address: 'a' })
  assert.throws(() => attempts.consume({ address: 'a' }), isTooMany)
})

test('never allows more attempts than the limit in any window', () => {
  const { clock, attempts } = limiter()
  const taken: number[] = []
  for (let second = 0; second < 600; second++) {
    try {
      attempts.consume({ address: 'a' })
      taken.push(clock.now())
    } catch {
      // Rejected attempts do not count.
    }
    clock.advance(1_700)
  }
  for (const time of taken)
    assert.ok(taken.filter((other) => other > time - 60_000 && other <= time).length <= 3)
  assert.ok(taken.length >= 48, `${taken.length}`)
})

test('an attempt counts against all its keys and is rejected when any of them is used up', () => {
  const { attempts } = limiter()
  attempts.consume({ address: 'a', account: 'anna' })
  attempts.consume({ address: 'b', account: 'anna' })
  attempts.consume({ address: 'c', account: 'anna' })
  assert.throws(() => attempts.consume({ address: 'd', account: 'anna' }), isTooMany)
  for (let tries = 0; tries < 3; tries++) attempts.consume({ address: 'd' })
})

test('a rejected attempt counts against no key', () => {
  const { attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) attempts.consume({ address: 'a' })
  for (let tries = 0; tries < 9; tries++)
    assert.throws(() => attempts.consume({ address: 'a', account: 'anna' }), isTooMany)
  for (let tries = 0; tries < 3; tries++) attempts.consume({ account: 'anna' })
})

test('the same text is a different key in another kind', () => {
  const { attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) attempts.consume({ address: 'a', account: 'b' })
  attempts.consume({ address: 'b', account: 'a' })
})

test('counts concurrent attempts before the first of them is checked', () => {
  const { attempts } = limiter()
  const results = Array.from({ length: 50 }, () => {
    try {
      return attempts.consume({ address: 'a' })
    } catch {
      return undefined
    }
  })
  assert.equal(results.filter((result) => result !== undefined).length, 3)
})

test('refunds an attempt, also after other attempts', () => {
  const { clock, attempts } = limiter()
  const right = attempts.consume({ address: 'a' })
  clock.advance(1_000)
  attempts.consume({ address: 'a' })
  clock.advance(1_000)
  attempts.consume({ address: 'a' })
  assert.throws(() => attempts.consume({ address: 'a' }), isTooMany)
  right.refund()
  attempts.consume({ address: 'a' })
  assert.throws(() => attempts.consume({ address: 'a' }), isTooMany)
})

test('a second refund has no effect', () => {
  const { clock, attempts } = limiter()
  const first = attempts.consume({ address: 'a' })
  clock.advance(1)
  attempts.consume({ address: 'a' })
  clock.advance(1)
  attempts.consume({ address: 'a' })
  first.refund()
  first.refund()
  attempts.consume({ address: 'a' })
  assert.throws(() => attempts.consume({ address: 'a' }), isTooMany)
})

test('evicts the least recently used key beyond the limit of keys', () => {
  const { attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) attempts.consume({ address: 'oldest' })
  for (let tries = 0; tries < 3; tries++) attempts.consume({ address: 'newer' })
  for (const address of ['x', 'y', 'z']) attempts.consume({ address })
  assert.throws(() => attempts.consume({ address: 'newer' }), isTooMany)
  attempts.consume({ address: 'oldest' })
})

test('many addresses or rejected names do not evict an account', () => {
  const { attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) attempts.consume({ address: 'a', account: 'anna' })
  for (let index = 0; index < 100; index++) attempts.consume({ address: `10.0.0.${index}` })
  for (let tries = 0; tries < 3; tries++) attempts.consume({ address: 'a' })
  for (let index = 0; index < 100; index++)
    assert.throws(() => attempts.consume({ address: 'a', account: `name ${index}` }), isTooMany)
  assert.throws(() => attempts.consume({ address: 'b', account: 'anna' }), isTooMany)
})
