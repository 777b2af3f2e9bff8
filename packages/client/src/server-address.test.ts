import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServerAddress } from './server-address.ts'

const address = new ServerAddress('http://127.0.0.1:3000', 'marinedata')

test('uses a path as it is', () => {
  assert.equal(
    address.tree('vessels/self/navigation/speedOverGround'),
    'http://127.0.0.1:3000/marinedata/v1/api/vessels/self/navigation/speedOverGround',
  )
})

test('encodes segments, so that an identifier with slashes stays one segment', () => {
  assert.equal(
    address.tree(['vessels', 'https://boat.example/a?b', 'name']),
    'http://127.0.0.1:3000/marinedata/v1/api/vessels/https%3A%2F%2Fboat.example%2Fa%3Fb/name',
  )
})

test('ignores slashes at either end of a path', () => {
  assert.equal(address.tree('/vessels/self/'), address.tree('vessels/self'))
  assert.equal(address.tree(''), 'http://127.0.0.1:3000/marinedata/v1/api')
})

for (const path of ['../../health', 'vessels/./self', 'vessels/%2E%2e/x', ['..', 'health'], ['vessels', '.']])
  test(`the path ${JSON.stringify(path)} is rejected because it leaves the tree`, () => {
    assert.throws(() => address.tree(path), { name: 'MarineDataError', code: 'invalid-value' })
  })

test('builds the WebSocket URL of the stream with its query', () => {
  assert.equal(
    address.stream({ subscribe: 'all', sendCachedValues: false, sendMeta: 'all' }),
    'ws://127.0.0.1:3000/marinedata/v1/stream?subscribe=all&sendCachedValues=false&sendMeta=all',
  )
})

test('uses wss for https, and preserves the path of a proxy and another product word', () => {
  const behindProxy = new ServerAddress('https://boat.example/on/board/', 'otherword')
  assert.equal(behindProxy.discovery, 'https://boat.example/on/board/otherword')
  assert.equal(behindProxy.stream({}), 'wss://boat.example/on/board/otherword/v1/stream?')
})

for (const url of ['', 'boat.example', '127.0.0.1:3000', 'ws://127.0.0.1', 'file:///tmp'])
  test(`"${url}" is rejected as the URL of a server`, () => {
    assert.throws(() => new ServerAddress(url, 'marinedata'), {
      name: 'MarineDataError',
      code: 'invalid-value',
    })
  })
