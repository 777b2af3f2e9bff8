import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LoopDelay } from './loop-delay.ts'

const block = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('starts measuring with the first reading', async () => {
  using delay = new LoopDelay()
  assert.equal(delay.isMeasuring, false)
  const { max } = await delay.read()
  assert.equal(delay.isMeasuring, true)
  assert.ok(max >= 0 && Number.isFinite(max))
})

test('returns the worst delay to every reader', async () => {
  using delay = new LoopDelay()
  await delay.read()
  block(200)
  // The timer of the histogram fires once the loop is free again.
  await sleep(50)
  const first = await delay.read()
  const second = await delay.read()
  assert.ok(first.max > 0.1, `a delay of 200 ms was read as ${first.max} s`)
  assert.ok(second.max >= first.max)
})

test('stops measuring after a time without readings', async () => {
  using delay = new LoopDelay({ stopAfterMs: 300 })
  await delay.read()
  await sleep(400)
  assert.equal(delay.isMeasuring, false)
})
