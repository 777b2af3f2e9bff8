import { actorKey, MarineDataError, type Identity, type ProblemCode } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counters } from '../counters.ts'
import { ManualClock } from '../manual-clock.ts'
import { idempotencyLimits, IdempotencyCache } from './idempotency-cache.ts'
import { person } from '#testing/person.ts'

const memory = () => {
  const clock = new ManualClock()
  const counters = new Counters()
  const answers = new IdempotencyCache({ clock, counters })
  let effects = 0
  const make = (): Promise<number> => Promise.resolve(++effects)
  const onceOf =
    (identity: Identity) =>
    <T>(key: string, body: string, act: () => Promise<T>): Promise<T> =>
      answers.once({ actorKey: actorKey(identity), key, body }, act)
  return { clock, counters, once: onceOf(person('Anna')), onceOf, make, effects: () => effects }
}
const isOf =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof MarineDataError && error.code === code
const refuse = (code: ProblemCode) => (): Promise<number> =>
  Promise.reject(new MarineDataError(code, 'Not now'))

test('the same key and body has one effect and one answer', async () => {
  const { once, make, effects } = memory()
  assert.equal(await once('key', 'body', make), 1)
  assert.equal(await once('key', 'body', make), 1)
  assert.equal(effects(), 1)
})

test('a repeated request waits for the running one', async () => {
  const { once, effects } = memory()
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = once('key', 'body', () => promise)
  const second = once('key', 'body', () => Promise.resolve('another'))
  resolve('the one')
  assert.deepEqual(await Promise.all([first, second]), ['the one', 'the one'])
  assert.equal(effects(), 0)
})

test('caches an unconfirmed answer, so that a retry has no second effect', async () => {
  const { once, make, effects } = memory()
  await assert.rejects(once('key', 'body', refuse('unconfirmed')), isOf('unconfirmed'))
  await assert.rejects(once('key', 'body', make), isOf('unconfirmed'))
  assert.equal(effects(), 0)
})

for (const code of ['busy', 'input-stale', 'not-engaged', 'helm-held'] as const)
  test(`does not cache ${code}: a retry with the same key is executed`, async () => {
    const { once, make } = memory()
    await assert.rejects(once('key', 'body', refuse(code)), isOf(code))
    assert.equal(await once('key', 'body', make), 1)
    assert.equal(await once('key', 'body', make), 1)
  })

test('rejects the same key with another body, also while the first request runs', async () => {
  const { once, make, effects } = memory()
  const { promise, resolve } = Promise.withResolvers<number>()
  const first = once('key', 'body', () => promise)
  await assert.rejects(once('key', 'other', make), isOf('idempotency-conflict'))
  resolve(7)
  assert.equal(await first, 7)
  await assert.rejects(once('key', 'other', make), isOf('idempotency-conflict'))
  assert.equal(effects(), 0)
})

test('other keys and other principals have separate effects', async () => {
  const { once, make, onceOf } = memory()
  assert.equal(await once('one', 'body', make), 1)
  assert.equal(await once('two', 'body', make), 2)
  assert.equal(await onceOf(person('Bert'))('one', 'other', make), 3)
})

test("a token with a person's name has separate keys", async () => {
  const { once, make, onceOf } = memory()
  const token = { kind: 'token', id: person('Anna').id, name: 'Anna' } as const
  assert.equal(await once('key', 'body', make), 1)
  assert.equal(await onceOf(token)('key', 'other body', make), 2)
  assert.equal(await onceOf({ ...token, id: 'another' })('key', 'body', make), 3)
})

test('caches a key for ten minutes', async () => {
  const { clock, once, make } = memory()
  await once('key', 'body', make)
  clock.advance(599_999)
  assert.equal(await once('key', 'body', make), 1)
  clock.advance(1)
  assert.equal(await once('key', 'other', make), 2)
})

test('ten thousand keys of one principal block neither another principal nor itself', async () => {
  const { counters, once, make, onceOf } = memory()
  for (let key = 0; key < 10_000; key++) await once(String(key), 'body', make)
  assert.equal(await onceOf(person('Bert'))('engage', 'body', make), 10_001)
  assert.equal(await once('one more', 'body', make), 10_002)
  assert.equal(counters.evictedAnswers, 10_001 - idempotencyLimits.perActor)
  assert.equal(await once('9999', 'body', make), 10_000)
})

test('rejected requests are not cached', async () => {
  const { counters, once } = memory()
  for (let key = 0; key < 10_000; key++) await assert.rejects(once(String(key), 'body', refuse('busy')))
  assert.equal(counters.evictedAnswers, 0)
})

test('never evicts a running request', async () => {
  const { once, make } = memory()
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = once('running', 'body', () => promise)
  for (let key = 0; key < 1_000; key++) await once(String(key), 'body', make)
  const second = once('running', 'body', () => Promise.resolve('another'))
  resolve('the one')
  assert.deepEqual(await Promise.all([first, second]), ['the one', 'the one'])
})

test('rejects running requests beyond the limit, for that principal only', async () => {
  const { once, make, onceOf } = memory()
  const { promise, resolve } = Promise.withResolvers<number>()
  const running = Array.from({ length: idempotencyLimits.perActor }, (_, key) =>
    once(String(key), 'body', () => promise),
  )
  await assert.rejects(once('one more', 'body', make), isOf('too-many-requests'))
  assert.equal(await onceOf(person('Bert'))('engage', 'body', make), 1)
  resolve(7)
  assert.deepEqual(new Set(await Promise.all(running)), new Set([7]))
})
