import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, ServerAddress } from './server-address.ts'

const address = new ServerAddress('http://127.0.0.1:3000', 'marinedata')

test('adds the query to the URL, without absent members', () => {
  assert.equal(
    address.below('v2/api/access/audit', { limit: 5, before: undefined, kind: 'a b' }),
    'http://127.0.0.1:3000/marinedata/v2/api/access/audit?limit=5&kind=a+b',
  )
})

test('a parameter of a path stays one segment', () => {
  assert.equal(
    addressOf('a/{id}/b/{name}', (name) => (name === 'id' ? 'x/y?z' : 'ü')),
    'a/x%2Fy%3Fz/b/%C3%BC',
  )
})

for (const value of ['', '.', '..', '%2e%2E', undefined])
  test(`${JSON.stringify(value)} is rejected as a parameter of a path`, () => {
    assert.throws(() => addressOf('a/{id}', () => value), { name: 'MarineDataError', code: 'invalid-value' })
  })

test('builds the WebSocket URL of the stream with its query', () => {
  assert.equal(
    address.stream({ subscribe: 'all', sendCachedValues: false, sendMeta: 'all' }),
    'ws://127.0.0.1:3000/marinedata/v1/stream?subscribe=all&sendCachedValues=false&sendMeta=all',
  )
})

test('uses wss for https, and preserves the path of a proxy and another product word', () => {
  const behindProxy = new ServerAddress('https://boat.example/on/board/', 'otherword')
  assert.equal(behindProxy.below(''), 'https://boat.example/on/board/otherword')
  assert.equal(behindProxy.below('v2/api'), 'https://boat.example/on/board/otherword/v2/api')
  assert.equal(behindProxy.stream({}), 'wss://boat.example/on/board/otherword/v1/stream?')
})

for (const url of ['', 'boat.example', '127.0.0.1:3000', 'ws://127.0.0.1', 'file:///tmp'])
  test(`"${url}" is rejected as the URL of a server`, () => {
    assert.throws(() => new ServerAddress(url, 'marinedata'), {
      name: 'MarineDataError',
      code: 'invalid-value',
    })
  })
