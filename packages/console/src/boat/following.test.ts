import type { SubscribeMessage, UnsubscribeMessage } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Following } from './following.ts'

/** What was said to the boat, in order. */
const heard = () => {
  const said: (SubscribeMessage | UnsubscribeMessage)[] = []
  const following = new Following({
    subscribe: (message) => void said.push(message),
    unsubscribe: (message) => void said.push(message),
  })
  return { said, following }
}

test('what two screens want is asked for once, and taken back when neither does', () => {
  const { said, following } = heard()
  const helm = following.follow({ paths: ['a.b'] })
  const chart = following.follow({ paths: ['a.b', 'c.d'] })
  helm[Symbol.dispose]()
  assert.deepEqual(said, [
    { context: 'vessels.self', subscribe: [{ path: 'a.b' }] },
    { context: 'vessels.self', subscribe: [{ path: 'c.d' }] },
  ])
  chart[Symbol.dispose]()
  assert.deepEqual(said.at(-1), { context: 'vessels.self', unsubscribe: [{ path: 'a.b' }, { path: 'c.d' }] })
})

test('taken back twice, it is taken back once', () => {
  const { said, following } = heard()
  const first = following.follow({ paths: ['a.b'] })
  following.follow({ paths: ['a.b'] })
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  assert.equal(said.length, 1)
})

test('how often and of which sources goes along', () => {
  const { said, following } = heard()
  following.follow({ context: 'vessels.*', paths: ['x'], minPeriod: 1_000, sources: 'all' })
  assert.deepEqual(said, [
    { context: 'vessels.*', subscribe: [{ path: 'x', minPeriod: 1_000, sources: 'all' }] },
  ])
})
