import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ActiveSubscriptions } from './active-subscriptions.ts'

const speed = { path: 'navigation.speedOverGround' }
const depth = { path: 'environment.depth.belowKeel' }
const everything = { path: '*' }

test('subscriptions are stored in order', () => {
  const memory = new ActiveSubscriptions('none')
  memory.add({ subscribe: [speed], requestId: 'one' })
  memory.add({ context: 'vessels.*', subscribe: [depth] })
  assert.deepEqual(memory.messages, [
    { subscribe: [speed], requestId: 'one' },
    { context: 'vessels.*', subscribe: [depth] },
  ])
})

test('a request for the same context and path replaces the earlier one', () => {
  const memory = new ActiveSubscriptions('none')
  memory.add({ subscribe: [speed, depth] })
  memory.add({ context: 'vessels.self', subscribe: [{ ...speed, period: 500 }] })
  assert.deepEqual(memory.messages, [
    { subscribe: [depth] },
    { context: 'vessels.self', subscribe: [{ ...speed, period: 500 }] },
  ])
})

test('a request with another bounding box is added', () => {
  const memory = new ActiveSubscriptions('none')
  const bbox = { south: 54, west: 10, north: 55, east: 11 }
  memory.add({ context: 'vessels.*', bbox, subscribe: [speed] })
  memory.add({ context: 'vessels.*', bbox: { ...bbox, north: 56 }, subscribe: [speed] })
  memory.add({ context: 'vessels.*', bbox, subscribe: [speed] })
  assert.equal(memory.messages.length, 2)
})

test('unsubscribe removes only the named paths', () => {
  const memory = new ActiveSubscriptions('none')
  memory.add({ subscribe: [speed, depth] })
  memory.add({ context: 'vessels.*', subscribe: [speed] })
  memory.remove({ unsubscribe: [speed] })
  assert.deepEqual(memory.messages, [{ subscribe: [depth] }, { context: 'vessels.*', subscribe: [speed] }])
})

test('the path * unsubscribes from every path of the context', () => {
  const memory = new ActiveSubscriptions('none')
  memory.add({ subscribe: [speed, depth] })
  memory.add({ context: 'vessels.*', subscribe: [speed] })
  memory.remove({ unsubscribe: [everything] })
  assert.deepEqual(memory.messages, [{ context: 'vessels.*', subscribe: [speed] }])
})

test('the context * unsubscribes from every context', () => {
  const memory = new ActiveSubscriptions('self')
  memory.add({ subscribe: [speed] })
  memory.add({ context: 'vessels.*', subscribe: [speed] })
  memory.remove({ context: '*', unsubscribe: [everything] })
  assert.deepEqual(memory.messages, [])
  assert.equal(memory.base, 'none')
})

test('the initial subscription can be removed', () => {
  const memory = new ActiveSubscriptions('self')
  memory.remove({ unsubscribe: [speed] })
  assert.equal(memory.base, 'self')
  memory.remove({ unsubscribe: [everything] })
  assert.equal(memory.base, 'none')
})

test('unsubscribing from the own vessel does not remove a subscription to everything', () => {
  const memory = new ActiveSubscriptions('all')
  memory.remove({ context: 'vessels.self', unsubscribe: [everything] })
  assert.equal(memory.base, 'all')
})
