import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShipsTime } from './ships-time.ts'

test('time passes as the clock says', () => {
  const time = new ShipsTime()
  for (const clock of [100, 101, 102.5]) assert.equal(time.follow(clock), 0)
  assert.equal(time.now, 2.5)
})

test('a clock that is set back takes no time away, and goes on from there', () => {
  const time = new ShipsTime()
  for (const clock of [5_000, 5_001, 1, 2]) time.follow(clock)
  assert.equal(time.now, 2)
})

test('a clock that leaps ahead is five seconds to the watch, and the rest is missing', () => {
  const time = new ShipsTime()
  time.follow(0)
  assert.equal(time.follow(1_700_000_000), 1_699_999_995)
  assert.equal(time.now, 5)
})

test('what is no time is not heeded', () => {
  const time = new ShipsTime(7)
  for (const clock of [1, NaN, Infinity, 2]) time.follow(clock)
  assert.equal(time.now, 8)
  assert.equal(time.clock, 2)
})
