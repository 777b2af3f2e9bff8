import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeltaQueue } from './delta-queue.ts'

const numbers = (queue: DeltaQueue<number>, count: number): Promise<(number | undefined)[]> =>
  Promise.all(Array.from({ length: count }, async () => (await queue.next()).value))

test('items are taken in order', async () => {
  const queue = new DeltaQueue<number>(10)
  for (const item of [1, 2, 3]) queue.push(item)
  assert.deepEqual(await numbers(queue, 3), [1, 2, 3])
  assert.equal(queue.length, 0)
})

test('a waiting reader gets the next item', async () => {
  const queue = new DeltaQueue<number>(10)
  const early = numbers(queue, 2)
  queue.push(1)
  queue.push(2)
  assert.deepEqual(await early, [1, 2])
  assert.equal(queue.length, 0)
})

test('a full queue drops the oldest and counts it', async () => {
  const queue = new DeltaQueue<number>(3)
  for (let item = 1; item <= 10; item++) queue.push(item)
  assert.equal(queue.length, 3)
  assert.equal(queue.dropped, 7)
  assert.deepEqual(await numbers(queue, 3), [8, 9, 10])
})

test('no item is dropped while the reader keeps up', async () => {
  const queue = new DeltaQueue<number>(3)
  for (let item = 0; item < 100; item++) {
    queue.push(item)
    assert.deepEqual(await queue.next(), { done: false, value: item })
  }
  assert.equal(queue.dropped, 0)
})

test('the order is preserved over thousands of items', async () => {
  const queue = new DeltaQueue<number>(10_000)
  let taken = 0
  for (let item = 0; item < 20_000; item++) {
    queue.push(item)
    if (item % 3 === 0) continue
    assert.equal((await queue.next()).value, taken)
    taken++
  }
  assert.equal(queue.dropped, 0)
  assert.equal(queue.length, 20_000 - taken)
})

test('end drops queued items', async () => {
  const queue = new DeltaQueue<number>(3)
  queue.push(1)
  queue.end()
  assert.equal(queue.length, 0)
  assert.deepEqual(await queue.next(), { done: true, value: undefined })
})

test('end resolves a waiting reader', async () => {
  const queue = new DeltaQueue<number>(3)
  const waiting = queue.next()
  queue.end()
  assert.deepEqual(await waiting, { done: true, value: undefined })
})

test('push is ignored after the end', async () => {
  const queue = new DeltaQueue<number>(3)
  queue.end()
  queue.push(1)
  assert.deepEqual(await queue.next(), { done: true, value: undefined })
})
