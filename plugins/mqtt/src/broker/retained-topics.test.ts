import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RetainedTopics } from './retained-topics.ts'

test('of a thousand payloads of a topic only the newest waits', () => {
  const topics = new RetainedTopics()
  for (let count = 0; count < 1_000; count++) topics.set('boat/a', String(count))
  assert.deepEqual([topics.take(), topics.take()], [{ topic: 'boat/a', payload: '999' }, undefined])
})

test('a topic waits until its last message is stored', () => {
  const topics = new RetainedTopics()
  topics.set('boat/a', '1')
  const first = topics.take()!
  topics.set('boat/a', '2')
  assert.equal(topics.take(), undefined)
  topics.stored(first)
  assert.deepEqual(topics.take(), { topic: 'boat/a', payload: '2' })
})

test('a new connection publishes everything again, and is restored when the broker has it', () => {
  const topics = new RetainedTopics()
  topics.set('boat/a', '1')
  topics.stored(topics.take()!)
  topics.restore()
  assert.equal(topics.isRestored, false)
  topics.stored(topics.take()!)
  assert.equal(topics.isRestored, true)
})

test('a removed topic is forgotten when the broker has removed it', () => {
  const topics = new RetainedTopics()
  topics.set('boat/a', '1')
  topics.stored(topics.take()!)
  topics.set('boat/a', '')
  topics.stored(topics.take()!)
  topics.restore()
  assert.equal(topics.take(), undefined)
})
