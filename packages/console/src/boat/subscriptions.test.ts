import type { SubscribeMessage, UnsubscribeMessage } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Subscriptions } from './subscriptions.ts'

/** The messages sent to the server, in order. */
const recordMessages = () => {
  const sent: (SubscribeMessage | UnsubscribeMessage)[] = []
  const subscriptions = new Subscriptions({
    subscribe: (message) => void sent.push(message),
    unsubscribe: (message) => void sent.push(message),
  })
  return { sent, subscriptions }
}

test('two equal subscriptions are sent once, and unsubscribed with the last user', () => {
  const { sent, subscriptions } = recordMessages()
  const helm = subscriptions.follow({ paths: ['a.b'] })
  const chart = subscriptions.follow({ paths: ['a.b', 'c.d'] })
  helm[Symbol.dispose]()
  assert.deepEqual(sent, [
    { context: 'vessels.self', subscribe: [{ path: 'a.b' }] },
    { context: 'vessels.self', subscribe: [{ path: 'c.d' }] },
  ])
  chart[Symbol.dispose]()
  assert.deepEqual(sent.at(-1), { context: 'vessels.self', unsubscribe: [{ path: 'a.b' }, { path: 'c.d' }] })
})

test('disposing twice unsubscribes once', () => {
  const { sent, subscriptions } = recordMessages()
  const first = subscriptions.follow({ paths: ['a.b'] })
  subscriptions.follow({ paths: ['a.b'] })
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  assert.equal(sent.length, 1)
})

test('period and sources are part of the subscription', () => {
  const { sent, subscriptions } = recordMessages()
  subscriptions.follow({ context: 'vessels.*', paths: ['x'], minPeriod: 1_000, sources: 'all' })
  assert.deepEqual(sent, [
    { context: 'vessels.*', subscribe: [{ path: 'x', minPeriod: 1_000, sources: 'all' }] },
  ])
})
