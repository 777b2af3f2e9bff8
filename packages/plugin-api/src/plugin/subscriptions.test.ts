import type { SentDelta, SubscribeMessage } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServerConnection } from './server-connection.ts'
import { Subscriptions } from './subscriptions.ts'

const self = 'vessels.urn:mrn:imo:mmsi:230123456'
const other = 'vessels.urn:mrn:imo:mmsi:230999999'

/** A connection that accepts every request and records it. */
const agreeable = () => {
  const asked: [verb: string, params: unknown][] = []
  const request = async (verb: string, params: unknown) => {
    asked.push([verb, params])
    return {}
  }
  // Only requests are sent here.
  return { asked, subscriptions: new Subscriptions({ request } as unknown as ServerConnection) }
}

const delta = (context: string, ...paths: readonly string[]): SentDelta => ({
  context,
  updates: [{ timestamp: '2026-06-01T00:00:00Z', values: paths.map((path) => ({ path, value: 1 })) }],
})

const to = (context: string | undefined, ...paths: readonly string[]): SubscribeMessage => ({
  ...(context !== undefined && { context }),
  subscribe: paths.map((path) => ({ path })),
})

test('passes a delta to every listener with a matching path, and to no other', async () => {
  const { subscriptions } = agreeable()
  const received: string[] = []
  const listen = async (name: string, message: SubscribeMessage): Promise<unknown> =>
    await subscriptions.subscribe(message, () => received.push(name))
  await listen('own', to(undefined, 'navigation.*'))
  await listen('named', to(self, 'navigation.log'))
  await listen('all', to('vessels.*', 'navigation.log'))
  await listen('tanks', to('*', 'tanks.*.level'))
  const heardOf = (news: SentDelta): string[] => {
    received.length = 0
    subscriptions.dispatch(news, self)
    return [...received]
  }
  assert.deepEqual(heardOf(delta('vessels.self', 'navigation.log')), ['own', 'named', 'all'])
  assert.deepEqual(heardOf(delta(other, 'navigation.log')), ['all'])
  assert.deepEqual(heardOf(delta('vessels.self', 'environment.depth.belowKeel', 'tanks.fuel.level')), [
    'tanks',
  ])
  assert.deepEqual(heardOf(delta('vessels.self', 'environment.depth.belowKeel')), [])
})

test('stops an unsubscribed listener, and unsubscribes at the server when no other listener remains', async () => {
  const { subscriptions, asked } = agreeable()
  const received: string[] = []
  const first = await subscriptions.subscribe(to(undefined, 'a.b', 'a.c'), () => received.push('first'))
  const second = await subscriptions.subscribe(to(undefined, 'a.b'), () => received.push('second'))
  await first[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
  assert.deepEqual(asked.slice(2), [
    ['unsubscribe', { context: 'vessels.self', unsubscribe: [{ path: 'a.c' }] }],
  ])
  subscriptions.dispatch(delta('vessels.self', 'a.b'), self)
  assert.deepEqual(received, ['second'])
  await second[Symbol.asyncDispose]()
  assert.deepEqual(asked[3], ['unsubscribe', { context: 'vessels.self', unsubscribe: [{ path: 'a.b' }] }])
})

test('rejects an invalid pattern before it is sent', async () => {
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
