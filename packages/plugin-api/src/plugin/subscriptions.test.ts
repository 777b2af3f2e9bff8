import type { SentDelta, SubscribeMessage } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LineToServer } from './line-to-server.ts'
import { Subscriptions } from './subscriptions.ts'

const self = 'vessels.urn:mrn:imo:mmsi:230123456'
const other = 'vessels.urn:mrn:imo:mmsi:230999999'

/** A line whose other end agrees to everything, and what it was asked. */
const agreeable = () => {
  const asked: [verb: string, params: unknown][] = []
  const ask = async (verb: string, params: unknown) => {
    asked.push([verb, params])
    return {}
  }
  // Only questions are asked here.
  return { asked, subscriptions: new Subscriptions({ ask } as unknown as LineToServer) }
}

const delta = (context: string, ...paths: readonly string[]): SentDelta => ({
  context,
  updates: [{ timestamp: '2026-06-01T00:00:00Z', values: paths.map((path) => ({ path, value: 1 })) }],
})

const to = (context: string | undefined, ...paths: readonly string[]): SubscribeMessage => ({
  ...(context !== undefined && { context }),
  subscribe: paths.map((path) => ({ path })),
})

test('a delta goes to everyone who listens to any of it, and to nobody else', async () => {
  const { subscriptions } = agreeable()
  const heard: string[] = []
  const listen = async (name: string, message: SubscribeMessage): Promise<unknown> =>
    await subscriptions.subscribe(message, () => heard.push(name))
  await listen('own', to(undefined, 'navigation.*'))
  await listen('named', to(self, 'navigation.log'))
  await listen('all', to('vessels.*', 'navigation.log'))
  await listen('tanks', to('*', 'tanks.*.level'))
  const heardOf = (news: SentDelta): string[] => {
    heard.length = 0
    subscriptions.dispatch(news, self)
    return [...heard]
  }
  assert.deepEqual(heardOf(delta('vessels.self', 'navigation.log')), ['own', 'named', 'all'])
  assert.deepEqual(heardOf(delta(other, 'navigation.log')), ['all'])
  assert.deepEqual(heardOf(delta('vessels.self', 'environment.depth.belowKeel', 'tanks.fuel.level')), [
    'tanks',
  ])
  assert.deepEqual(heardOf(delta('vessels.self', 'environment.depth.belowKeel')), [])
})

test('whoever listens no more hears no more, and the server is told only when nobody else listens', async () => {
  const { subscriptions, asked } = agreeable()
  const heard: string[] = []
  const first = await subscriptions.subscribe(to(undefined, 'a.b', 'a.c'), () => heard.push('first'))
  const second = await subscriptions.subscribe(to(undefined, 'a.b'), () => heard.push('second'))
  await first[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
  assert.deepEqual(asked.slice(2), [
    ['unsubscribe', { context: 'vessels.self', unsubscribe: [{ path: 'a.c' }] }],
  ])
  subscriptions.dispatch(delta('vessels.self', 'a.b'), self)
  assert.deepEqual(heard, ['second'])
  await second[Symbol.asyncDispose]()
  assert.deepEqual(asked[3], ['unsubscribe', { context: 'vessels.self', unsubscribe: [{ path: 'a.b' }] }])
})

test('what is not a pattern is refused before it is sent', async () => {
  const { subscriptions, asked } = agreeable()
  await assert.rejects(
    subscriptions.subscribe(to(undefined, 'a..b'), () => undefined),
    /"a\.\.b" is not a pattern/,
  )
  await assert.rejects(
    subscriptions.subscribe(to('boats.7', 'a'), () => undefined),
    /"boats\.7" is not a pattern/,
  )
  assert.deepEqual(asked, [])
})
