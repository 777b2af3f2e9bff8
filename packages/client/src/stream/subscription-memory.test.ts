import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SubscriptionMemory } from './subscription-memory.ts'

const speed = { path: 'navigation.speedOverGround' }
const depth = { path: 'environment.depth.belowKeel' }
const everything = { path: '*' }

test('subscriptions are kept in their order', () => {
  const memory = new SubscriptionMemory('none')
  memory.keep({ subscribe: [speed], requestId: 'one' })
  memory.keep({ context: 'vessels.*', subscribe: [depth] })
  assert.deepEqual(memory.messages, [
    { subscribe: [speed], requestId: 'one' },
    { context: 'vessels.*', subscribe: [depth] },
  ])
})

test('a wish for the same context and path takes the place of the earlier one', () => {
  const memory = new SubscriptionMemory('none')
  memory.keep({ subscribe: [speed, depth] })
  memory.keep({ context: 'vessels.self', subscribe: [{ ...speed, period: 500 }] })
  assert.deepEqual(memory.messages, [
    { subscribe: [depth] },
    { context: 'vessels.self', subscribe: [{ ...speed, period: 500 }] },
  ])
})

test('the same wish for another part of the sea stands beside the earlier one', () => {
  const memory = new SubscriptionMemory('none')
  const bbox = { south: 54, west: 10, north: 55, east: 11 }
  memory.keep({ context: 'vessels.*', bbox, subscribe: [speed] })
  memory.keep({ context: 'vessels.*', bbox: { ...bbox, north: 56 }, subscribe: [speed] })
  memory.keep({ context: 'vessels.*', bbox, subscribe: [speed] })
  assert.equal(memory.messages.length, 2)
})

test('what is unsubscribed is forgotten, and only that', () => {
  const memory = new SubscriptionMemory('none')
  memory.keep({ subscribe: [speed, depth] })
  memory.keep({ context: 'vessels.*', subscribe: [speed] })
  memory.drop({ unsubscribe: [speed] })
  assert.deepEqual(memory.messages, [{ subscribe: [depth] }, { context: 'vessels.*', subscribe: [speed] }])
})

test('a star unsubscribes every path of its context', () => {
  const memory = new SubscriptionMemory('none')
  memory.keep({ subscribe: [speed, depth] })
  memory.keep({ context: 'vessels.*', subscribe: [speed] })
  memory.drop({ unsubscribe: [everything] })
  assert.deepEqual(memory.messages, [{ context: 'vessels.*', subscribe: [speed] }])
})

test('a star as the context unsubscribes from every context', () => {
  const memory = new SubscriptionMemory('self')
  memory.keep({ subscribe: [speed] })
  memory.keep({ context: 'vessels.*', subscribe: [speed] })
  memory.drop({ context: '*', unsubscribe: [everything] })
  assert.deepEqual(memory.messages, [])
  assert.equal(memory.base, 'none')
})

test('the subscription that the stream was opened with can be taken back', () => {
  const memory = new SubscriptionMemory('self')
  memory.drop({ unsubscribe: [speed] })
  assert.equal(memory.base, 'self')
  memory.drop({ unsubscribe: [everything] })
  assert.equal(memory.base, 'none')
})

test('a stream of everything is not ended by leaving the own vessel alone', () => {
  const memory = new SubscriptionMemory('all')
  memory.drop({ context: 'vessels.self', unsubscribe: [everything] })
  assert.equal(memory.base, 'all')
})
