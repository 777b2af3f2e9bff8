import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pause } from './clock.ts'
import { ManualClock } from './manual-clock.ts'

test('tasks run when due, earliest first, at their own time', () => {
  const clock = new ManualClock()
  const ran: [string, number][] = []
  clock.after(20, () => ran.push(['late', clock.now()]))
  clock.after(10, () => ran.push(['early', clock.now()]))
  clock.advance(9)
  assert.deepEqual(ran, [])
  clock.advance(50)
  assert.deepEqual(ran, [
    ['early', 10],
    ['late', 20],
  ])
  assert.equal(clock.now(), 59)
})

test('a task started by another runs in the same advance when it is due', () => {
  const clock = new ManualClock()
  let ran = 0
  clock.after(5, () => clock.soon(() => clock.after(5, () => ran++)))
  clock.advance(10)
  assert.equal(ran, 1)
})

test('a disposed task does not run', () => {
  const clock = new ManualClock()
  let ran = 0
  clock.after(5, () => ran++)[Symbol.dispose]()
  clock.advance(10)
  assert.equal(ran, 0)
})

test('the wall clock can be set without moving monotonic time', () => {
  const clock = new ManualClock(0)
  clock.advance(1_000)
  clock.setWall(Date.UTC(2026, 0, 1))
  assert.equal(clock.timestamp(), '2026-01-01T00:00:00.000Z')
  clock.advance(1_000)
  assert.equal(clock.timestamp(), '2026-01-01T00:00:01.000Z')
  assert.equal(clock.now(), 2_000)
})

test('a pause ends after pending input was processed', async () => {
  const clock = new ManualClock()
  let isOver = false
  const over = pause(clock).then(() => (isOver = true))
  await Promise.resolve()
  assert.equal(isOver, false)
  clock.advance(0)
  await over
  assert.equal(isOver, true)
})
