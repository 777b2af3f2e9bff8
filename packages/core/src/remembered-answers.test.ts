import { MarineDataError, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counters } from './counters.ts'
import { ManualClock } from './manual-clock.ts'
import { answerLimits, RememberedAnswers } from './remembered-answers.ts'

const memory = () => {
  const clock = new ManualClock()
  const counters = new Counters()
  const answers = new RememberedAnswers({ clock, counters })
  let effects = 0
  const make = (): Promise<number> => Promise.resolve(++effects)
  const onceOf =
    (who: string) =>
    <T>(key: string, body: string, act: () => Promise<T>): Promise<T> =>
      answers.once({ who, key, body }, act)
  return { clock, counters, once: onceOf('Anna'), onceOf, make, effects: () => effects }
}
const isOf =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError && error.code === code
const refuse = (code: ProblemCode) => (): Promise<number> =>
  Promise.reject(new MarineDataError(code, 'Not now'))

test('the same key and body has one effect, and everyone gets the same answer', async () => {
  const { once, make, effects } = memory()
  assert.equal(await once('key', 'body', make), 1)
  assert.equal(await once('key', 'body', make), 1)
  assert.equal(effects(), 1)
})

test('whoever asks again while the answer is being made waits for it', async () => {
  const { once, effects } = memory()
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = once('key', 'body', () => promise)
  const second = once('key', 'body', () => Promise.resolve('another'))
  resolve('the one')
  assert.deepEqual(await Promise.all([first, second]), ['the one', 'the one'])
  assert.equal(effects(), 0)
})

test('an answer that leaves open what happened is remembered: a retry must not do it twice', async () => {
  const { once, make, effects } = memory()
  await assert.rejects(once('key', 'body', refuse('unconfirmed')), isOf('unconfirmed'))
  await assert.rejects(once('key', 'body', make), isOf('unconfirmed'))
  assert.equal(effects(), 0)
})

for (const code of ['busy', 'input-stale', 'not-engaged', 'helm-held'] as const)
  test(`${code} is not replayed: the same key asked again is carried out`, async () => {
    const { once, make } = memory()
    await assert.rejects(once('key', 'body', refuse(code)), isOf(code))
    assert.equal(await once('key', 'body', make), 1)
    assert.equal(await once('key', 'body', make), 1)
  })

test('the same key with another body is refused, also while the first is being answered', async () => {
  const { once, make, effects } = memory()
  const { promise, resolve } = Promise.withResolvers<number>()
  const first = once('key', 'body', () => promise)
  await assert.rejects(once('key', 'other', make), isOf('idempotency-conflict'))
  resolve(7)
  assert.equal(await first, 7)
  await assert.rejects(once('key', 'other', make), isOf('idempotency-conflict'))
  assert.equal(effects(), 0)
})

test('another key has another effect, and so has the same key of another principal', async () => {
  const { once, make, onceOf } = memory()
  assert.equal(await once('one', 'body', make), 1)
  assert.equal(await once('two', 'body', make), 2)
  assert.equal(await onceOf('device.Anna')('one', 'other', make), 3)
})

test('a key is remembered for ten minutes', async () => {
  const { clock, once, make } = memory()
  await once('key', 'body', make)
  clock.advance(599_999)
  assert.equal(await once('key', 'body', make), 1)
  clock.advance(1)
  assert.equal(await once('key', 'other', make), 2)
})

test('ten thousand keys of one principal neither lock out another nor that one itself', async () => {
  const { counters, once, make, onceOf } = memory()
  for (let key = 0; key < 10_000; key++) await once(String(key), 'body', make)
  assert.equal(await onceOf('Bert')('engage', 'body', make), 10_001)
  assert.equal(await once('one more', 'body', make), 10_002)
  assert.equal(counters.evictedAnswers, 10_001 - answerLimits.perAsker)
  assert.equal(await once('9999', 'body', make), 10_000)
})

test('ten thousand refused requests leave nothing behind', async () => {
  const { counters, once } = memory()
  for (let key = 0; key < 10_000; key++) await assert.rejects(once(String(key), 'body', refuse('busy')))
  assert.equal(counters.evictedAnswers, 0)
})

test('a request that is still running is never evicted: its key keeps its one effect', async () => {
  const { once, make } = memory()
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = once('running', 'body', () => promise)
  for (let key = 0; key < 1_000; key++) await once(String(key), 'body', make)
  const second = once('running', 'body', () => Promise.resolve('another'))
  resolve('the one')
  assert.deepEqual(await Promise.all([first, second]), ['the one', 'the one'])
})

test('more running requests than there is room for are refused, for that principal alone', async () => {
  const { once, make, onceOf } = memory()
  const { promise, resolve } = Promise.withResolvers<number>()
  const running = Array.from({ length: answerLimits.perAsker }, (_, key) =>
    once(String(key), 'body', () => promise),
  )
  await assert.rejects(once('one more', 'body', make), isOf('too-many-requests'))
  assert.equal(await onceOf('Bert')('engage', 'body', make), 1)
  resolve(7)
  assert.deepEqual(new Set(await Promise.all(running)), new Set([7]))
})
