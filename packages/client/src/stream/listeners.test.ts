import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Listeners } from './listeners.ts'

test('every listener is called until it is disposed', () => {
  const listeners = new Listeners<number>()
  const received: string[] = []
  const first = listeners.add((event) => received.push(`first ${event}`))
  listeners.add((event) => received.push(`second ${event}`))
  listeners.emit(1)
  first[Symbol.dispose]()
  listeners.emit(2)
  assert.deepEqual(received, ['first 1', 'second 1', 'second 2'])
})

test('a function added twice is called twice and removed one at a time', () => {
  const listeners = new Listeners<number>()
  let calls = 0
  const count = (): void => void calls++
  const first = listeners.add(count)
  listeners.add(count)
  listeners.emit(1)
  first[Symbol.dispose]()
  listeners.emit(2)
  assert.equal(calls, 3)
})
