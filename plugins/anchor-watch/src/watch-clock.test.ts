import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WatchClock } from './watch-clock.ts'

test('follows the clock', () => {
  const time = new WatchClock()
  for (const clock of [100, 101, 102.5]) assert.equal(time.follow(clock), 0)
  assert.equal(time.now, 2.5)
})

test('a clock that is set back removes no time', () => {
  const time = new WatchClock()
  for (const clock of [5_000, 5_001, 1, 2]) time.follow(clock)
  assert.equal(time.now, 2)
})

test('limits a jump ahead to five seconds and returns the rest', () => {
  const time = new WatchClock()
  time.follow(0)
  assert.equal(time.follow(1_700_000_000), 1_699_999_995)
  assert.equal(time.now, 5)
})

test('ignores an invalid time', () => {
  const time = new WatchClock(7)
  for (const clock of [1, NaN, Infinity, 2]) time.follow(clock)
  assert.equal(time.now, 8)
  assert.equal(time.clock, 2)
})
