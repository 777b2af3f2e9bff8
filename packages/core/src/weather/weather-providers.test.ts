import { MarineDataError, type WeatherSubject } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualClock } from '#manual-clock.ts'
import { WeatherProviders, type WeatherProvider } from './weather-providers.ts'

const position = { latitude: 54.5, longitude: 10.3 }
const { signal } = new AbortController()
const asker = { who: 'person:1', signal }
const fails = (code: string) => (error: unknown) =>
  error instanceof MarineDataError && assert.equal(error.code, code) === undefined

const providerOf = (
  subjects: readonly WeatherSubject[],
  answer: () => Promise<unknown>,
): WeatherProvider => ({
  subjects,
  ask: answer,
})
const calm = () => Promise.resolve({ warnings: [] })

const setUp = () => {
  const saved: string[] = []
  const store = { load: () => saved.at(-1), save: async (id: string) => void saved.push(id) }
  return { saved, providers: new WeatherProviders({ clock: new ManualClock(), store }) }
}

test('the chosen provider answers, and other providers the questions that it cannot answer', async () => {
  const { providers, saved } = setUp()
  providers.add('first', providerOf(['warnings'], calm))
  providers.add('second', providerOf(['forecast', 'warnings'], calm))
  assert.equal(providers.providerOf('warnings', undefined), 'first')
  assert.equal(providers.providerOf('forecast', undefined), 'second')
  await providers.choose('second')
  assert.deepEqual(saved, ['second'])
  assert.equal(providers.providerOf('warnings', undefined), 'second')
  assert.deepEqual(providers.list(), {
    first: { isDefault: false, subjects: ['warnings'] },
    second: { isDefault: true, subjects: ['forecast', 'warnings'] },
  })
  providers.lose('second')
  assert.equal((await providers.ask('warnings', { position }, asker)).provider, 'first')
  await assert.rejects(providers.choose('second'), fails('not-found'))
})

test('rejects a question without an answer', async () => {
  const { providers } = setUp()
  await assert.rejects(providers.ask('warnings', { position }, asker), fails('no-provider'))
  providers.add('first', providerOf(['forecast'], calm))
  await assert.rejects(providers.ask('warnings', { position }, asker), fails('no-provider'))
  const named = { ...asker, provider: 'first' }
  await assert.rejects(providers.ask('warnings', { position }, named), fails('no-provider'))
  await assert.rejects(
    providers.ask('warnings', { position }, { ...asker, provider: 'x' }),
    fails('not-found'),
  )
})

test('a wrong answer and a missing one are failures of the plugin', async () => {
  for (const answer of [
    () => Promise.resolve({ warnings: [{ id: 'a' }] }),
    () => Promise.resolve(undefined),
    () => Promise.reject(new MarineDataError('unconfirmed', 'late')),
  ]) {
    const { providers } = setUp()
    providers.add('first', providerOf(['warnings'], answer))
    await assert.rejects(providers.ask('warnings', { position }, asker), fails('plugin-failed'))
  }
})

test('a person has at most four open questions, all have ten', async () => {
  const { providers } = setUp()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  providers.add(
    'slow',
    providerOf(['warnings'], () => promise),
  )
  const ask = (who: string) => providers.ask('warnings', { position }, { who, signal })
  const open = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', 'c', 'c'].map(ask)
  await assert.rejects(ask('a'), fails('too-many-requests'))
  await assert.rejects(ask('d'), fails('too-many-requests'))
  resolve({ warnings: [] })
  await Promise.all(open)
  assert.deepEqual(await ask('a'), { provider: 'slow', warnings: [] })
})
