import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PeriodicTasks } from './periodic-tasks.ts'

const setUp = (periodMs: number) => {
  let now = 0
  let isReady = true
  const ranAt: number[] = []
  const task = { periodMs, isReady: () => isReady, run: (at: number) => void ranAt.push(at) }
  const tasks = new PeriodicTasks([task], { tickMs: 50, now: () => now })
  const tickAt = (ms: number): void => {
    now = ms
    tasks.tick()
  }
  return { ranAt, tickAt, setReady: (value: boolean) => (isReady = value) }
}

test('a task runs once per period, whether ticks are a little early or late', () => {
  const { ranAt, tickAt } = setUp(100)
  for (const ms of [0, 51, 99, 149, 203, 250, 301]) tickAt(ms)
  assert.deepEqual(ranAt, [0, 99, 203, 301])
})

test('after a long pause a task runs once, not for every period that was missed', () => {
  const { ranAt, tickAt } = setUp(100)
  for (const ms of [0, 5_000, 5_050, 5_100]) tickAt(ms)
  assert.deepEqual(ranAt, [0, 5_000, 5_100])
})

test('a task that is not ready runs as soon as it is', () => {
  const { ranAt, tickAt, setReady } = setUp(1_000)
  setReady(false)
  tickAt(0)
  setReady(true)
  tickAt(50)
  assert.deepEqual(ranAt, [50])
})
