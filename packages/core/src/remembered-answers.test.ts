import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from './manual-clock.ts'
import { RememberedAnswers } from './remembered-answers.ts'

const memory = () => {
  const clock = new ManualClock()
  const answers = new RememberedAnswers(clock)
  let effects = 0
  const make = (): Promise<number> => Promise.resolve(++effects)
  return { clock, answers, make, effects: () => effects }
}
const isOf =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError && error.code === code

test('the same key and body has one effect, and everyone gets the same answer', async () => {
  const { answers, make, effects } = memory()
  assert.equal(await answers.once('key', 'body', make), 1)
  assert.equal(await answers.once('key', 'body', make), 1)
  assert.equal(effects(), 1)
})

test('whoever asks again while the answer is being made waits for it', async () => {
  const { answers, effects } = memory()
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = answers.once('key', 'body', () => promise)
  const second = answers.once('key', 'body', () => Promise.resolve('another'))
  resolve('the one')
  assert.deepEqual(await Promise.all([first, second]), ['the one', 'the one'])
  assert.equal(effects(), 0)
})

test('a bad answer is remembered too', async () => {
  const { answers, make, effects } = memory()
  const fail = (): Promise<number> => Promise.reject(new MarineDataError('unconfirmed', 'Nobody knows'))
  await assert.rejects(answers.once('key', 'body', fail), isOf('unconfirmed'))
  await assert.rejects(answers.once('key', 'body', make), isOf('unconfirmed'))
  assert.equal(effects(), 0)
})

test('the same key with another body is refused, also while the first is being answered', async () => {
  const { answers, make, effects } = memory()
  const { promise, resolve } = Promise.withResolvers<number>()
  const first = answers.once('key', 'body', () => promise)
  await assert.rejects(answers.once('key', 'other', make), isOf('idempotency-conflict'))
  resolve(7)
  assert.equal(await first, 7)
  await assert.rejects(answers.once('key', 'other', make), isOf('idempotency-conflict'))
  assert.equal(effects(), 0)
})

test('another key has another effect', async () => {
  const { answers, make } = memory()
  assert.equal(await answers.once('one', 'body', make), 1)
  assert.equal(await answers.once('two', 'body', make), 2)
})

test('a key is remembered for ten minutes', async () => {
  const { clock, answers, make } = memory()
  await answers.once('key', 'body', make)
  clock.advance(599_999)
  assert.equal(await answers.once('key', 'body', make), 1)
  clock.advance(1)
  assert.equal(await answers.once('key', 'other', make), 2)
})

test('ten thousand keys are remembered, and no more than that', async () => {
  const { clock, answers, make } = memory()
  for (let key = 0; key < 10_000; key++) await answers.once(String(key), 'body', make)
  await assert.rejects(answers.once('one more', 'body', make), isOf('too-many-requests'))
  assert.equal(await answers.once('0', 'body', make), 1)
  clock.advance(600_000)
  assert.equal(await answers.once('one more', 'body', make), 10_001)
})
