import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestQueue } from './request-queue.ts'

/** A request that waits until it is answered or aborted. */
const waiting = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const sent: AbortSignal[] = []
  const request = (signal: AbortSignal): Promise<string> => {
    sent.push(signal)
    return Promise.race([
      promise,
      new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
    ])
  }
  return { sent, request, answer: resolve }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('one request is sent at a time', async () => {
  using queue = new RequestQueue()
  const [first, second] = [waiting(), waiting()]
  const answers = [queue.ask('values', first.request), queue.ask('track', second.request)]
  await settled()
  assert.deepEqual([first.sent.length, second.sent.length], [1, 0])
  first.answer('one')
  assert.equal(await answers[0], 'one')
  await settled()
  assert.equal(second.sent.length, 1)
  second.answer('two')
  assert.equal(await answers[1], 'two')
})

test('a newer request aborts the older one of its kind, and the older one has no response', async () => {
  using queue = new RequestQueue()
  const [older, newer] = [waiting(), waiting()]
  const asked = queue.ask('values', older.request)
  await settled()
  const again = queue.ask('values', newer.request)
  assert.equal(await asked, undefined)
  assert.equal(older.sent[0]?.aborted, true)
  newer.answer('new')
  assert.equal(await again, 'new')
})

test('a failed request rejects, and the next one is sent', async () => {
  using queue = new RequestQueue()
  await assert.rejects(queue.ask('values', () => Promise.reject(new Error('failed'))))
  assert.equal(await queue.ask('values', () => Promise.resolve('well')), 'well')
})
