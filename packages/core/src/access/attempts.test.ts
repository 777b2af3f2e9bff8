import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { Attempts } from './attempts.ts'

const limits = { most: 3, windowMs: 60_000, keys: 4 }
const limiter = () => {
  const clock = new ManualClock()
  return { clock, attempts: new Attempts(clock, limits) }
}
const isTooMany = (error: unknown): boolean =>
  error instanceof MarineDataError && error.code === 'too-many-requests'

test('after so many tries no more are let through, and it is said for how long', () => {
  const { clock, attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) {
    attempts.take({ address: 'a' })
    clock.advance(10_000)
  }
  assert.throws(() => attempts.take({ address: 'a' }), /try again in 30 s/)
  assert.throws(() => attempts.take({ address: 'a' }), isTooMany)
})

test('the window slides: a try is free again when the oldest one is old enough, and not all at once', () => {
  const { clock, attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) {
    attempts.take({ address: 'a' })
    clock.advance(10_000)
  }
  clock.advance(29_999)
  assert.throws(() => attempts.take({ address: 'a' }), isTooMany)
  clock.advance(1)
  attempts.take({ address: 'a' })
  assert.throws(() => attempts.take({ address: 'a' }), isTooMany)
})

test('in no window of that length are there ever more than so many, however they are spread', () => {
  const { clock, attempts } = limiter()
  const taken: number[] = []
  for (let second = 0; second < 600; second++) {
    try {
      attempts.take({ address: 'a' })
      taken.push(clock.now())
    } catch {
      // Refused: it does not count.
    }
    clock.advance(1_700)
  }
  for (const time of taken)
    assert.ok(taken.filter((other) => other > time - 60_000 && other <= time).length <= 3)
  assert.ok(taken.length >= 48, `${taken.length}`)
})

test('a try counts against all of its keys, and one that is used up is enough to refuse', () => {
  const { attempts } = limiter()
  attempts.take({ address: 'a', account: 'anna' })
  attempts.take({ address: 'b', account: 'anna' })
  attempts.take({ address: 'c', account: 'anna' })
  assert.throws(() => attempts.take({ address: 'd', account: 'anna' }), isTooMany)
  for (let tries = 0; tries < 3; tries++) attempts.take({ address: 'd' })
})

test('a try that is refused counts against nothing', () => {
  const { attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) attempts.take({ address: 'a' })
  for (let tries = 0; tries < 9; tries++)
    assert.throws(() => attempts.take({ address: 'a', account: 'anna' }), isTooMany)
  for (let tries = 0; tries < 3; tries++) attempts.take({ account: 'anna' })
})

test('the same word is another key in another kind', () => {
  const { attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) attempts.take({ address: 'a', account: 'b' })
  attempts.take({ address: 'b', account: 'a' })
})

test('many at once are counted before the first of them is known to be wrong', () => {
  const { attempts } = limiter()
  const results = Array.from({ length: 50 }, () => {
    try {
      return attempts.take({ address: 'a' })
    } catch {
      return undefined
    }
  })
  assert.equal(results.filter((result) => result !== undefined).length, 3)
})

test('a try that was right is given back, also when others have tried meanwhile', () => {
  const { clock, attempts } = limiter()
  const right = attempts.take({ address: 'a' })
  clock.advance(1_000)
  attempts.take({ address: 'a' })
  clock.advance(1_000)
  attempts.take({ address: 'a' })
  assert.throws(() => attempts.take({ address: 'a' }), isTooMany)
  right.giveBack()
  attempts.take({ address: 'a' })
  assert.throws(() => attempts.take({ address: 'a' }), isTooMany)
})

test('giving back twice gives nothing that was not taken', () => {
  const { clock, attempts } = limiter()
  const first = attempts.take({ address: 'a' })
  clock.advance(1)
  attempts.take({ address: 'a' })
  clock.advance(1)
  attempts.take({ address: 'a' })
  first.giveBack()
  first.giveBack()
  attempts.take({ address: 'a' })
  assert.throws(() => attempts.take({ address: 'a' }), isTooMany)
})

test('only so many keys are remembered: the one unheard for longest goes', () => {
  const { attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) attempts.take({ address: 'oldest' })
  for (let tries = 0; tries < 3; tries++) attempts.take({ address: 'newer' })
  for (const address of ['x', 'y', 'z']) attempts.take({ address })
  assert.throws(() => attempts.take({ address: 'newer' }), isTooMany)
  attempts.take({ address: 'oldest' })
})

test('nobody makes an account forgotten by asking from many addresses, nor by asking for many names in vain', () => {
  const { attempts } = limiter()
  for (let tries = 0; tries < 3; tries++) attempts.take({ address: 'a', account: 'anna' })
  for (let index = 0; index < 100; index++) attempts.take({ address: `10.0.0.${index}` })
  for (let tries = 0; tries < 3; tries++) attempts.take({ address: 'a' })
  for (let index = 0; index < 100; index++)
    assert.throws(() => attempts.take({ address: 'a', account: `name ${index}` }), isTooMany)
  assert.throws(() => attempts.take({ address: 'b', account: 'anna' }), isTooMany)
})
