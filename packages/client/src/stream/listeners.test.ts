import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Listeners } from './listeners.ts'

test('every listener is told until it is disposed of', () => {
  const listeners = new Listeners<number>()
  const heard: string[] = []
  const first = listeners.add((event) => heard.push(`first ${event}`))
  listeners.add((event) => heard.push(`second ${event}`))
  listeners.tell(1)
  first[Symbol.dispose]()
  listeners.tell(2)
  assert.deepEqual(heard, ['first 1', 'second 1', 'second 2'])
})

test('the same function added twice is told twice and removed one at a time', () => {
  const listeners = new Listeners<number>()
  let told = 0
  const count = (): void => void told++
  const first = listeners.add(count)
  listeners.add(count)
  listeners.tell(1)
  first[Symbol.dispose]()
  listeners.tell(2)
  assert.equal(told, 3)
})
