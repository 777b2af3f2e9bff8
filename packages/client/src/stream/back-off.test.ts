import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BackOff } from './back-off.ts'

const limits = { firstMs: 250, longestMs: 10_000 }
const waits = (backOff: BackOff, count: number): number[] =>
  Array.from({ length: count }, () => backOff.next())

test('delays double from the first to the maximum and stay there', () => {
  const longest = new BackOff(limits, () => 1)
  assert.deepEqual(waits(longest, 8), [250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
})

test('jitter shortens a delay by at most half', () => {
  const shortest = new BackOff(limits, () => 0)
  assert.deepEqual(waits(shortest, 8), [125, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000])
})

test('reset restarts the delays from the first', () => {
  const backOff = new BackOff(limits, () => 1)
  waits(backOff, 5)
  backOff.reset()
  assert.equal(backOff.next(), 250)
})

test('a maximum below the first delay applies from the start', () => {
  assert.deepEqual(waits(new BackOff({ firstMs: 500, longestMs: 100 }, () => 1), 2), [100, 100])
})

test('two clients do not reconnect to the same server at the same time', () => {
  const [one, other] = [new BackOff(), new BackOff()]
  assert.notDeepEqual(waits(one, 5), waits(other, 5))
})

test('a thousand failures give no invalid delay', () => {
  const last = waits(new BackOff(limits, () => 0.5), 2_000).at(-1)
  assert.equal(last, 7_500)
})
