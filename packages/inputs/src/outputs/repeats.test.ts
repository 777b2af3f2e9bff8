import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Repeats } from './repeats.ts'

/** A timer that records its pauses, and runs the next task when it is asked to. */
const recorded = () => {
  const pauses: number[] = []
  let tasks: (() => void)[] = []
  const repeats = new Repeats({
    after: (ms, task) => {
      pauses.push(ms)
      tasks.push(task)
      return { [Symbol.dispose]: () => void (tasks = tasks.filter((each) => each !== task)) }
    },
  })
  return { pauses, repeats, next: () => tasks.shift()?.(), waiting: () => tasks.length }
}

test('sends at once, after its pauses, then at its period, and ends', () => {
  const { pauses, repeats, next, waiting } = recorded()
  let sent = 0
  repeats.start('mob', { pausesMs: [1_000, 2_000], everyMs: 60_000 }, () => ++sent > 0)
  for (let count = 0; count < 4; count++) next()
  assert.equal(sent, 5)
  assert.deepEqual(pauses, [1_000, 2_000, 60_000, 60_000, 60_000])
  repeats.start('mob', { pausesMs: [1_000, 2_000] }, () => ++sent > 0)
  assert.equal(waiting(), 1, 'the end replaces the repetitions')
  next()
  next()
  assert.equal(waiting(), 0)
  assert.equal(repeats.has('mob'), false)
})

test('what could not be sent is tried again each second, and loses no repetition', () => {
  const { pauses, repeats, next } = recorded()
  let isReady = false
  repeats.start('mob', { pausesMs: [1_500], everyMs: 60_000 }, () => isReady)
  next()
  isReady = true
  next()
  next()
  assert.deepEqual(pauses, [1_000, 1_000, 1_500, 60_000])
})

test('no timer runs after it was stopped or disposed of', () => {
  const { repeats, waiting } = recorded()
  for (const key of ['a', 'b', 'c']) repeats.start(key, { everyMs: 60_000 }, () => true)
  repeats.stop('a')
  assert.equal(waiting(), 2)
  repeats[Symbol.dispose]()
  assert.equal(waiting(), 0)
})
